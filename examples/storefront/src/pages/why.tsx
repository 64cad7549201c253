import type { Schemas } from '@commerce/client';
import { Waiting } from '../components/basics';
import { Conditions } from '../components/conditions';
import { useData } from '../data';
import { useShop } from '../shop';
import { useSpeech } from '../words';

type Explained = Schemas['ExplainedView'];

/** Why a month paid this much, and why not more. */
export function Why({ period }: { period: string }) {
  const { api } = useShop();
  const explained = useData(`earnings:${period}:why`, () => api.explainStatement({ period, limit: 1 }));
  return (
    <section className="panel why" aria-live="polite">
      <Waiting of={explained} rows={4}>
        {(found) => <Explanation of={found} />}
      </Waiting>
    </section>
  );
}

function Explanation({ of: found }: { of: Explained }) {
  const { words, number, named, period, money } = useSpeech();
  // The rank that was missed by least, and what it asks for.
  const missed = found.ranks.findLast(({ holds }) => !holds);
  return (
    <>
      <p className="lead">{found.sentence}</p>
      <h3>{words.statement.whyBonus}</h3>
      <Bonuses of={found.bonuses.filter(({ amount }) => amount !== 0)} />
      <details>
        <summary>{words.statement.whyNothing}</summary>
        <Bonuses of={found.bonuses.filter(({ amount }) => amount === 0)} />
      </details>
      <h3>{words.statement.measures}</h3>
      <dl className="figures">
        {found.measures.map(({ measure, value }) => (
          <div key={measure}>
            <dt>{named(words.measures, measure)}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
      <h3>{words.statement.activity}</h3>
      <Conditions of={found.activity.conditions} />
      {missed !== undefined && (
        <>
          <h3>{words.statement.whyRank(named(words.ranks, missed.rank))}</h3>
          <Conditions of={missed.conditions} hasLegs />
        </>
      )}
      {found.compared_to_previous !== null && (
        <>
          <h3>{words.statement.previous(period(found.compared_to_previous.period))}</h3>
          <p>{words.statement.difference(money(found.compared_to_previous.difference))}</p>
          <p>{found.compared_to_previous.sentence}</p>
        </>
      )}
    </>
  );
}

function Bonuses({ of }: { of: Explained['bonuses'] }) {
  const { words, money, named } = useSpeech();
  return (
    <ul className="why-bonuses">
      {of.map((bonus) => (
        <li key={bonus.bonus}>
          <p className="condition-head">
            <strong>{named(words.bonuses, bonus.bonus)}</strong>
            <span className="price">{money(bonus.amount)}</span>
          </p>
          <p>{bonus.rule}</p>
          {bonus.reasons.length > 0 && (
            <p>
              {bonus.amount === 0 ? words.statement.paysNothing : words.statement.paysNoMore}{' '}
              {bonus.reasons.map((reason) => named(words.reasons, reason)).join('; ')}.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
