import type { Schemas } from '@commerce/client';
import { useState } from 'react';
import { Waiting } from '../components/basics';
import { BonusBars, Business, Rank } from '../components/business';
import { Icon } from '../components/icons';
import { useData } from '../data';
import { Link } from '../router';
import { useShop } from '../shop';
import { useSpeech } from '../words';
import { Why } from './why';

type Statement = Schemas['StatementView'];
type Line = Statement['lines'][number];

/** What a posted month paid, line by line, and why. */
export default function StatementPage({ period }: { period: string }) {
  const { words } = useSpeech();
  const { api } = useShop();
  const statement = useData(`earnings:${period}`, () => api.getStatement({ period }));
  return (
    <Business>
      <nav className="crumbs">
        <Link to="/business/earnings">
          <Icon name="left" size={18} /> {words.business.pages.earnings}
        </Link>
      </nav>
      <Waiting of={statement} rows={5}>
        {(found) => <Details statement={found} />}
      </Waiting>
    </Business>
  );
}

function Details({ statement }: { statement: Statement }) {
  const { words, money, period, named } = useSpeech();
  const [isAsked, ask] = useState(false);
  const bonuses = Object.entries(Object.groupBy(statement.lines, ({ bonus }) => bonus)) as [string, Line[]][];
  return (
    <>
      <section className="standing">
        <h2>{period(statement.period)}</h2>
        <p className="standing-rank">
          <small>{words.statement.total}</small>
          <span className="price huge">{money(statement.total)}</span>
        </p>
        <p>
          <Rank rank={statement.rank} text={words.statement.paidAs} />
        </p>
        <BonusBars sums={statement.by_bonus} />
        <button type="button" className="main" aria-expanded={isAsked} onClick={() => ask(!isAsked)}>
          {isAsked ? words.statement.whyClose : words.statement.why}
        </button>
      </section>
      {isAsked && <Why period={statement.period} />}
      {statement.corrections.length > 0 && <Corrections corrections={statement.corrections} />}
      <div className="bonuses">
        {bonuses.map(([bonus, lines]) => (
          <section key={bonus} className="panel">
            <h3>
              {named(words.bonuses, bonus)} <small>{words.statement.lines(lines.length)}</small>
            </h3>
            <ul className="entries">
              {lines.map((line) => (
                <LineOf key={line.number} line={line} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** What was given or taken after the month was posted. */
function Corrections({ corrections }: Pick<Statement, 'corrections'>) {
  const { words, money, date } = useSpeech();
  return (
    <section className="panel">
      <h3>{words.statement.corrections}</h3>
      <p>{words.statement.correctionsNote}</p>
      <ul className="entries">
        {corrections.map(({ at, amount, reason }) => (
          <li key={`${at} ${amount}`}>
            <div>
              {reason}
              <p>{date(at)}</p>
            </div>
            <span className={amount < 0 ? 'price missing' : 'price'}>{money(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LineOf({ line }: { line: Line }) {
  const { words, money, number, named, period } = useSpeech();
  const { source_uid: source, source_username: username } = line;
  const about = [
    line.takes_back !== null && words.statement.takesBack(period(line.takes_back.period)),
    line.percent !== null && line.base !== null && words.statement.ofBase(number(line.percent), money(line.base)),
    line.level !== null && words.statement.level(line.level),
    line.rank !== null && named(words.ranks, line.rank),
  ].filter((part) => part !== false);
  return (
    <li>
      <div>
        {source === null ? words.team.you : words.statement.from(username ?? words.statement.member(source))}
        <p>{about.join(' · ')}</p>
      </div>
      <span className={line.amount < 0 ? 'price missing' : 'price'}>{money(line.amount)}</span>
    </li>
  );
}
