import { planSchema } from './bonus-types.js';
import type { Plan } from './document/plan.schema.js';
import {
  EARLIER,
  KIND,
  NOBODY,
  NO_RANK,
  NOT_PLACED,
  NOTHING,
  STATUS,
  type EarlierPeriod,
  type PeriodInput,
} from './period.js';
import { inputNumber, type BonusInput, type InputValue } from './inputs.js';
import { sponsorsFirst } from './trees.js';

const DAY_MS = 86_400_000;
const TEN_THOUSAND = 10_000;

/** A member of a small network; whoever has no sponsor is a root. */
export interface SmallMember {
  readonly uid: number;
  readonly sponsor?: number;
  /** Not placed if it is left out, but for roots. */
  readonly placed?: { readonly below: number; readonly leg: number } | 'root';
  readonly kind?: keyof typeof KIND;
  readonly status?: keyof typeof STATUS;
  /** Days before the first of the period; default 1,000. */
  readonly enrolledDaysBefore?: number;
  readonly title?: string;
}

/** A row of the ledger. Volumes are whole ten-thousandths. */
export interface SmallRow {
  readonly member: number;
  /** Milliseconds from the first of the period; default 0. */
  readonly at?: number;
  readonly qualifying: number;
  readonly commissionable: number;
  readonly price?: number;
  readonly wholesale?: number;
  /** The position of the row that it takes back, or a row of a posted period. */
  readonly takesBack?: number | 'earlier';
}

/** A line of a posted period, with uids. */
export interface SmallEarlierLine {
  readonly bonus: string;
  readonly payee: number;
  readonly source: number;
  readonly level: number;
  readonly base: number;
  readonly amount: number;
}

/** A posted period of which something was taken back, with uids. */
export interface SmallEarlier {
  readonly plan: Plan;
  readonly returns: readonly {
    readonly source: number;
    /** Milliseconds from the first of the period that is calculated now. */
    readonly soldAt: number;
    readonly commissionable: number;
    readonly margin: number;
    readonly posted: boolean;
  }[];
  readonly lines: readonly SmallEarlierLine[];
  readonly paid: Readonly<Record<number, { readonly before: number; readonly left: number }>>;
}

/** A period of a small network, as one would write it down. */
export interface SmallPeriod {
  readonly plan: Plan;
  readonly currencyDigits?: number;
  readonly members: readonly SmallMember[];
  readonly rows: readonly SmallRow[];
  /** By bonus and uid, in ten-thousandths. */
  readonly carried?: Readonly<
    Record<string, Readonly<Record<number, { readonly left: number; readonly right: number }>>>
  >;
  readonly earlier?: readonly SmallEarlier[];
  /** What members have of inputs, by uid; the default for those who are not named. */
  readonly inputs?: readonly { readonly of: BonusInput; readonly values: Readonly<Record<number, InputValue>> }[];
}

/** The first instant of the period. */
export const PERIOD_BEGINS = Date.UTC(2026, 10, 1);

const PERIOD_DAYS = 30;

/** When a member came; milliseconds since 1970. */
export function enrolledAt({ enrolledDaysBefore = 1_000 }: SmallMember): number {
  return PERIOD_BEGINS - enrolledDaysBefore * DAY_MS;
}

/** A whole plan of the parts that a test is about. */
export function planOf(parts: Readonly<Record<string, unknown>>): Plan {
  return planSchema.parse({
    name: 'Test',
    period: 'month',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    ranks: [{ name: 'member' }],
    bonuses: [],
    ...parts,
  });
}

/** A row of which qualifying and commissionable volume are the same; in units, which may have decimals. */
export function sale(member: number, volume: number, more: Partial<SmallRow> = {}): SmallRow {
  const amount = Math.round(volume * TEN_THOUSAND);
  return { member, qualifying: amount, commissionable: amount, ...more };
}

/** What the engine reads, and where it put each member. */
export function inputOf(small: SmallPeriod): { input: PeriodInput; uids: readonly number[] } {
  const given = small.members.map(({ uid }) => uid);
  const above = small.members.map(({ sponsor }) => (sponsor === undefined ? NOBODY : given.indexOf(sponsor)));
  const members = [...sponsorsFirst(Int32Array.from(above))].map((member) => small.members[member]!);
  const uids = members.map(({ uid }) => uid);
  const at = new Map(uids.map((uid, position) => [uid, position]));
  const positions = (list: readonly number[]): Int32Array => Int32Array.from(list, (uid) => at.get(uid)!);
  const { rows, plan } = small;
  const input: PeriodInput = {
    currencyDigits: small.currencyDigits ?? 2,
    from: PERIOD_BEGINS,
    to: PERIOD_BEGINS + PERIOD_DAYS * DAY_MS,
    members: {
      uid: Float64Array.from(uids),
      kind: Uint8Array.from(members, ({ kind = 'distributor' }) => KIND[kind]),
      status: Uint8Array.from(members, ({ status = 'active' }) => STATUS[status]),
      enrolledAt: Float64Array.from(members, enrolledAt),
      sponsor: Int32Array.from(members, ({ sponsor }) => (sponsor === undefined ? NOBODY : at.get(sponsor)!)),
      parent: Int32Array.from(members, ({ placed }) => {
        if (placed === undefined) return NOT_PLACED;
        return placed === 'root' ? NOBODY : at.get(placed.below)!;
      }),
      leg: Uint16Array.from(members, ({ placed }) => (typeof placed === 'object' ? placed.leg : 0)),
      title: Int16Array.from(members, ({ title }) =>
        title === undefined ? NO_RANK : plan.ranks.findIndex(({ name }) => name === title),
      ),
    },
    rows: {
      member: positions(rows.map(({ member }) => member)),
      at: Float64Array.from(rows, ({ at: since = 0 }) => PERIOD_BEGINS + since),
      qualifying: Float64Array.from(rows, ({ qualifying }) => qualifying),
      commissionable: Float64Array.from(rows, ({ commissionable }) => commissionable),
      takesBack: Int32Array.from(rows, ({ takesBack = NOTHING }) => (takesBack === 'earlier' ? EARLIER : takesBack)),
      prices: {
        price: Float64Array.from(rows, ({ price = 0 }) => price),
        wholesale: Float64Array.from(rows, ({ wholesale = 0 }) => wholesale),
      },
    },
    carried: new Map(
      Object.entries(small.carried ?? {}).map(([bonus, legs]) => [
        bonus,
        {
          left: Float64Array.from(uids, (uid) => legs[uid]?.left ?? 0),
          right: Float64Array.from(uids, (uid) => legs[uid]?.right ?? 0),
        },
      ]),
    ),
    earlier: (small.earlier ?? []).map((one) => earlierOf(one, at)),
    ...(small.inputs === undefined
      ? {}
      : {
          inputs: new Map(
            small.inputs.map(({ of, values }) => [
              of.name,
              Float64Array.from(uids, (uid) => inputNumber(of, values[uid] ?? of.default)),
            ]),
          ),
        }),
  };
  return { input, uids };
}

function earlierOf({ plan, returns, lines, paid }: SmallEarlier, at: ReadonlyMap<number, number>): EarlierPeriod {
  return {
    period: '2026-10',
    plan,
    returns: {
      source: Int32Array.from(returns, ({ source }) => at.get(source)!),
      soldAt: Float64Array.from(returns, ({ soldAt }) => PERIOD_BEGINS + soldAt),
      commissionable: Float64Array.from(returns, ({ commissionable }) => commissionable),
      margin: Float64Array.from(returns, ({ margin }) => margin),
      posted: Uint8Array.from(returns, ({ posted }) => (posted ? 1 : 0)),
    },
    lines: {
      bonus: Uint16Array.from(lines, ({ bonus }) => plan.bonuses.findIndex(({ id }) => id === bonus)),
      payee: Int32Array.from(lines, ({ payee }) => at.get(payee)!),
      source: Int32Array.from(lines, ({ source }) => at.get(source)!),
      level: Uint16Array.from(lines, ({ level }) => level),
      base: Float64Array.from(lines, ({ base }) => base),
      amount: Float64Array.from(lines, ({ amount }) => amount),
    },
    paid: new Map(Object.entries(paid).map(([uid, sums]) => [at.get(Number(uid))!, sums])),
  };
}
