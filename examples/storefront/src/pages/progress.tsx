import type { Schemas } from '@commerce/client';
import { isApiError } from '@commerce/client';
import { useState } from 'react';
import { Done, Waiting } from '../components/basics';
import { BonusBars, Business, Rank } from '../components/business';
import { Conditions, Ring } from '../components/conditions';
import { Icon } from '../components/icons';
import { useData } from '../data';
import { useShop } from '../shop';
import { useSpeech } from '../words';

/** Milliseconds between two looks: orders of others count within 5 seconds. */
const LOOK_AGAIN_MS = 5_000;

/** Where a member stands in the open period, while it goes on. */
export default function ProgressPage() {
  const { words } = useSpeech();
  const { api } = useShop();
  const progress = useData('progress', () => api.getProgress(), LOOK_AGAIN_MS);
  const isStranger = isApiError(progress.error) && progress.error.status === 404;
  return (
    <Business>
      {isStranger ? (
        <p className="note">{words.business.member}</p>
      ) : (
        <Waiting of={progress} rows={5}>
          {(found) => (
            <div className="columns">
              <div>
                <Standing of={found} />
                <Next of={found} />
              </div>
              <div>
                <OwnLink />
                <Tank />
                <Estimate of={found} />
              </div>
            </div>
          )}
        </Waiting>
      )}
    </Business>
  );
}

type Progress = Schemas['ProgressView'];

function Standing({ of: { period, rank, active, personal_volume, group_volume } }: { of: Progress }) {
  const { words, number, period: month } = useSpeech();
  return (
    <section className="standing">
      <p className="live">
        <span className="dot" aria-hidden="true" /> {words.business.live} · {words.business.liveText(month(period))}
      </p>
      <p className="standing-rank">
        <small>{words.business.rank}</small>
        {rank === null ? <span>{words.business.noRank}</span> : <Rank rank={rank} />}
        <span className={active ? 'met' : 'missing'}>{active ? words.business.active : words.business.inactive}</span>
      </p>
      <dl>
        <div>
          <dt>{words.business.own}</dt>
          <dd>{number(personal_volume)}</dd>
        </div>
        <div>
          <dt>{words.business.group}</dt>
          <dd>{number(group_volume)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Next({ of: { kind, rank, next_rank: next, active_conditions, active } }: { of: Progress }) {
  const { words, named } = useSpeech();
  if (kind !== 'distributor') return <p className="note">{words.business.customer}</p>;
  if (next === null) return rank === null ? null : <Done>{words.business.top}</Done>;
  const conditions = [...(active ? [] : active_conditions), ...next.conditions];
  const met = conditions.filter(({ holds }) => holds).length;
  return (
    <section className="panel">
      <div className="next-head">
        <Ring met={met} of={conditions.length} />
        <div>
          <h2>{words.business.next(named(words.ranks, next.name))}</h2>
          <p>{words.business.met(met, conditions.length)}</p>
        </div>
      </div>
      <Conditions of={conditions} hasLegs />
    </section>
  );
}

function Estimate({ of: { estimated } }: { of: Progress }) {
  const { words, money, date } = useSpeech();
  return (
    <section className="panel">
      <h2>{words.business.estimated}</h2>
      {estimated === null ? (
        <p>{words.business.noEstimate}</p>
      ) : (
        <>
          <p className="price huge">{money(estimated.amount)}</p>
          <p className="quiet-text">{words.business.estimatedText(date(estimated.as_of))}</p>
          <BonusBars sums={estimated.by_bonus} />
        </>
      )}
    </section>
  );
}

/** The link by which new members come. */
function OwnLink() {
  const { words } = useSpeech();
  const { api } = useShop();
  const [isCopied, setCopied] = useState(false);
  const ref = useData('referral', () => api.getReferral()).data?.ref;
  if (ref === undefined) return null;
  const link = `${location.origin}/shop/?ref=${ref}`;
  return (
    <section className="panel own-link">
      <h2>{words.business.link}</h2>
      <p>{words.business.linkText}</p>
      <p className="link-field">
        <input readOnly aria-label={words.business.link} value={link} onFocus={(event) => event.target.select()} />
        <button
          type="button"
          className="second"
          onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
        >
          {isCopied ? words.business.copied : words.business.copy}
        </button>
        {'share' in navigator && (
          <button
            type="button"
            className="icon-button"
            aria-label={words.business.share}
            onClick={() => void navigator.share({ url: link }).catch(() => undefined)}
          >
            <Icon name="share" />
          </button>
        )}
      </p>
      <p className="unseen" role="status">
        {isCopied && words.business.copied}
      </p>
    </section>
  );
}

/** Who has come by it and is not placed yet. */
function Tank() {
  const { words } = useSpeech();
  const { api } = useShop();
  const waiting = useData('team:tank', () => api.listHoldingTank({ limit: 5 }), LOOK_AGAIN_MS).data;
  if (waiting === undefined || waiting.count === 0) return null;
  return (
    <section className="panel">
      <p>{words.business.waiting(waiting.count)}</p>
      <ul className="names">
        {waiting.results.map(({ uid, first_name, last_name }) => (
          <li key={uid}>
            {first_name} {last_name}
          </li>
        ))}
      </ul>
    </section>
  );
}
