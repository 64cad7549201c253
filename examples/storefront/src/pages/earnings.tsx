import { Empty, Waiting } from '../components/basics';
import { BonusBars, Business, Rank } from '../components/business';
import { useData } from '../data';
import { Link } from '../router';
import { useShop } from '../shop';
import { useSpeech } from '../words';

/** What was earned: the balance, each posted month, and what came and went. */
export default function EarningsPage() {
  const { words, money, date, named, period } = useSpeech();
  const { api } = useShop();
  const balance = useData('earnings:balance', () => api.getBalance());
  const statements = useData('earnings:statements', () => api.listStatements());
  const entries = useData('earnings:entries', () => api.listEarnings({ limit: 10 }));
  return (
    <Business>
      <div className="columns">
        <div>
          <Waiting of={balance} rows={1}>
            {(found) => (
              <section className="standing">
                <p className="standing-rank">
                  <small>{words.earnings.balance}</small>
                  <span className="price huge">{money(found.balance)}</span>
                </p>
                <p>
                  {words.earnings.payable(money(found.payable))} · {words.earnings.paid(money(found.paid))}
                </p>
                {found.holds.length > 0 && <p>{words.earnings.held}</p>}
              </section>
            )}
          </Waiting>
          <h2>{words.earnings.statements}</h2>
          <Waiting of={statements}>
            {({ results }) =>
              results.length === 0 ? (
                <Empty title={words.earnings.none} />
              ) : (
                <ul className="statements">
                  {results.map((one) => (
                    <li key={one.period} className="panel">
                      <p className="statement-head">
                        <Link to={`/business/earnings/${one.period}`}>{period(one.period)}</Link>
                        <Rank rank={one.rank} />
                        <span className="price big">{money(one.total)}</span>
                      </p>
                      <BonusBars sums={one.by_bonus} />
                    </li>
                  ))}
                </ul>
              )
            }
          </Waiting>
        </div>
        <section>
          <h2>{words.earnings.entries}</h2>
          <Waiting of={entries}>
            {({ results }) => (
              <ul className="panel entries">
                {results.map((entry) => (
                  <li key={entry.id}>
                    <div>
                      {named(words.earnings.kinds, entry.kind)}
                      <p>
                        {date(entry.at)}
                        {entry.period !== null && ` · ${period(entry.period)}`}
                        {entry.reason !== null && ` · ${entry.reason}`}
                      </p>
                    </div>
                    <span className={entry.amount < 0 ? 'price missing' : 'price'}>{money(entry.amount)}</span>
                  </li>
                ))}
              </ul>
            )}
          </Waiting>
        </section>
      </div>
    </Business>
  );
}
