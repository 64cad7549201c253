import type { Schemas } from '@commerce/client';
import { useSpeech } from '../words';
import { Icon } from './icons';

/** A condition, as progress, carts and explanations have it. */
export type Condition = Pick<Schemas['ProgressConditionView'], 'condition' | 'rank' | 'missing' | 'holds' | 'any'> & {
  wanted: number | null;
  had: number | null;
  legs: readonly {
    username: string | null;
    had: number | null;
    counts: number | null;
    rank: string | null;
    holds: boolean | null;
  }[];
};

/** The name of a condition. */
function useNameOf(): (condition: Condition) => string {
  const { words, named } = useSpeech();
  return ({ condition, rank }) => {
    const name = words.conditions[condition];
    return typeof name === 'string' ? name : name(named(words.ranks, rank ?? ''));
  };
}

interface ConditionsProps {
  of: readonly Condition[];
  /** The same conditions as they were before, to show what is added. */
  before?: readonly Condition[] | undefined;
  /** Whether legs are shown one by one. */
  hasLegs?: boolean;
}

/** Conditions with how far they are met. */
export function Conditions({ of, before, hasLegs = false }: ConditionsProps) {
  return (
    <ul className="conditions">
      {of.map((one, index) => (
        <OneCondition key={index} of={one} before={before?.[index]} hasLegs={hasLegs} />
      ))}
    </ul>
  );
}

function OneCondition({
  of: one,
  before,
  hasLegs,
}: {
  of: Condition;
  before: Condition | undefined;
  hasLegs: boolean;
}) {
  const { words, number } = useSpeech();
  const nameOf = useNameOf();
  const branches = one.any as unknown as readonly (readonly Condition[])[];
  const [had, wanted] = [one.had ?? 0, one.wanted ?? 0];
  const was = before?.condition === one.condition ? (before.had ?? 0) : had;
  if (branches.length > 0) {
    return (
      <li className="condition">
        <p className="condition-head">
          <span>{nameOf(one)}</span>
          <Verdict of={one} />
        </p>
        {branches.map((branch, index) => (
          <Conditions key={index} of={branch} />
        ))}
      </li>
    );
  }
  return (
    <li className="condition">
      <p className="condition-head">
        <span>{nameOf(one)}</span>
        <Verdict of={one} />
      </p>
      <Meter had={had} was={Math.min(was, had)} wanted={wanted} />
      <p className="condition-foot">
        {was === had
          ? words.conditions.of(number(had), number(wanted))
          : words.conditions.of(words.cart.beforeAfter(number(was), number(had)), number(wanted))}
      </p>
      {hasLegs && one.condition === 'leg_cap_percent' && (
        <ul className="legs">
          {one.legs.map((leg, index) => (
            <li key={index}>
              {words.conditions.legCap(leg.username ?? words.team.you, number(leg.had ?? 0), number(leg.counts ?? 0))}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Verdict({ of: { holds, missing } }: { of: Condition }) {
  const { words, number } = useSpeech();
  if (!holds) return <span className="missing">{words.conditions.missing(number(missing))}</span>;
  return (
    <span className="met">
      <Icon name="check" size={18} /> {words.conditions.met}
    </span>
  );
}

/** A bar; what is to come has another colour. The figures beside it say the same in words. */
function Meter({ had, was, wanted }: { had: number; was: number; wanted: number }) {
  const share = (value: number): string =>
    `${Math.max(0, Math.min(100, wanted === 0 ? 100 : (value / wanted) * 100))}%`;
  return (
    <span className="meter" aria-hidden="true">
      <span className="meter-new" style={{ width: share(had) }} />
      <span className="meter-old" style={{ width: share(was) }} />
    </span>
  );
}

/** How many conditions are met, as a ring. */
export function Ring({ met, of }: { met: number; of: number }) {
  const length = 2 * Math.PI * 42;
  return (
    <svg className="ring" viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="50" cy="50" r="42" />
      <circle
        className="ring-met"
        cx="50"
        cy="50"
        r="42"
        strokeDasharray={`${(length * met) / Math.max(of, 1)} ${length}`}
        transform="rotate(-90 50 50)"
      />
      <text x="50" y="58" textAnchor="middle">
        {met}/{of}
      </text>
    </svg>
  );
}
