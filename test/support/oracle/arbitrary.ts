import fc, { type GeneratorValue } from 'fast-check';
import {
  type Plan,
  planOf,
  type SmallEarlier,
  type SmallMember,
  type SmallPeriod,
  type SmallRow,
} from '@commerce/commission-engine';

const DAY_MS = 86_400_000;
const MEMBERS = { min: 1, max: 16 };
const ROWS = { min: 4, max: 24 };

/** A small network with its ledger, a plan, carried volumes and what was taken back: everything that bonuses look at. */
export function anyPeriod(random: Random): SmallPeriod {
  const plan = anyPlan(random);
  const members = anyMembers(
    random,
    plan.ranks.map(({ name }) => name),
  );
  const uids = members.map(({ uid }) => uid);
  const binaries = plan.bonuses.filter(({ type }) => type === 'binary');
  return {
    plan,
    currencyDigits: oneOf(random, 2, 2, 0, 3),
    members,
    rows: anyRows(random, uids),
    carried: Object.fromEntries(
      binaries.map(({ id }) => [
        id,
        Object.fromEntries(
          uids
            .filter(() => sometimes(random, 2))
            .map((uid) => [uid, { left: anyVolume(random), right: anyVolume(random) }]),
        ),
      ]),
    ),
    earlier: sometimes(random, 3) ? [anyEarlier(random, uids)] : [],
  };
}

/** A volume in ten-thousandths, mostly of whole units, so that conditions are often just met. */
function anyVolume(random: Random): number {
  const units = random(fc.integer, { min: -3, max: 60 }) * 100_000;
  return sometimes(random, 4) ? units + random(fc.integer, { min: -9_999, max: 9_999 }) : units;
}

function anyMembers(random: Random, ranks: readonly string[]): SmallMember[] {
  const count = random(fc.integer, MEMBERS);
  const shape = oneOf(random, 'bush', 'chain');
  // Uids go another way than the tree, since ties are told apart by them.
  const uids = Array.from({ length: count }, (_, index) => 1 + ((index * 7 + 3) % 17));
  const members = uids.map((uid, index): SmallMember => {
    const first = shape === 'chain' ? Math.max(0, index - 2) : 0;
    const isRoot = index === 0 || sometimes(random, 12);
    return {
      uid,
      ...(isRoot ? {} : { sponsor: uids[random(fc.integer, { min: first, max: index - 1 })]! }),
      kind: sometimes(random, 5) ? oneOf(random, 'customer', 'preferred') : 'distributor',
      status: sometimes(random, 6) ? oneOf(random, 'suspended', 'terminated') : 'active',
      enrolledDaysBefore: random(fc.integer, { min: 0, max: 45 }),
      ...(sometimes(random, 3) ? { title: oneOf(random, ...ranks) } : {}),
    };
  });
  return placed(random, members);
}

/** Places most of the members, in an order that has nothing to do with who sponsored whom. */
function placed(random: Random, members: readonly SmallMember[]): SmallMember[] {
  const order = random(fc.shuffledSubarray<number>, [...members.keys()], { minLength: Math.floor(members.length / 2) });
  const legs = oneOf(random, 2, 2, 3);
  const free: { below: number; leg: number }[] = [];
  const result = [...members];
  for (const index of order) {
    const member = members[index]!;
    const isRoot = free.length === 0 || sometimes(random, 10);
    const [place] = isRoot ? [] : free.splice(random(fc.nat, free.length - 1), 1);
    result[index] = { ...member, placed: place ?? 'root' };
    for (let leg = 1; leg <= legs; leg += 1) free.push({ below: member.uid, leg });
  }
  return result;
}

function anyRows(random: Random, uids: readonly number[]): SmallRow[] {
  const rows: SmallRow[] = [];
  const count = random(fc.integer, ROWS);
  for (let index = 0; index < count; index += 1) {
    const commissionable = anyVolume(random);
    const row: SmallRow = {
      member: oneOf(random, ...uids),
      // Days of fast start end where days begin.
      at: sometimes(random, 2) ? random(fc.nat, 20) * DAY_MS : random(fc.nat, 20 * DAY_MS),
      commissionable,
      qualifying: sometimes(random, 3) ? anyVolume(random) : commissionable,
      price: anyVolume(random),
      wholesale: anyVolume(random),
    };
    const before = rows.findLastIndex(({ member, takesBack }) => member === row.member && takesBack === undefined);
    if (sometimes(random, 8)) rows.push({ ...row, takesBack: 'earlier' });
    else if (before >= 0 && sometimes(random, 4)) rows.push({ ...row, takesBack: before });
    else rows.push(row);
  }
  for (const [index, row] of [...rows.entries()])
    if (row.takesBack === undefined && sometimes(random, 8)) rows.push(...succeeded(random, { row, index }, uids));
  // Now and then so much is taken away that all volume is below nothing.
  if (sometimes(random, 6)) {
    const gone = -random(fc.nat, 300) * 100_000;
    rows.push({ member: oneOf(random, ...uids), qualifying: gone, commissionable: gone });
  }
  return rows;
}

/** A row that goes from one holder to the next, once or twice, and of which a half or all comes back from the last. */
function succeeded(
  random: Random,
  { row, index }: { row: SmallRow; index: number },
  uids: readonly number[],
): SmallRow[] {
  const holders = [row.member, ...Array.from({ length: oneOf(random, 1, 2) }, () => oneOf(random, ...uids))];
  const moves = holders.slice(1).flatMap((member, before) => [
    { ...times(row, -1), member: holders[before]! },
    { ...row, member },
  ]);
  const part = oneOf(random, 0, -0.5, -1);
  return [...moves, { ...times(row, part), member: holders.at(-1)!, takesBack: index }];
}

function times(row: SmallRow, factor: number): SmallRow {
  const amount = (value = 0): number => Math.round(value * factor);
  return {
    ...row,
    qualifying: amount(row.qualifying),
    commissionable: amount(row.commissionable),
    price: amount(row.price),
    wholesale: amount(row.wholesale),
  };
}

/** Lines of an earlier period as no plan may have given them: whatever they are, the proportions are the same. */
function anyEarlier(random: Random, uids: readonly number[]): SmallEarlier {
  const bonuses = [
    { id: 'fast', type: 'fast_start', days: oneOf(random, 5, 30), percents: [5], excludes: ['uni'] },
    { id: 'uni', type: 'unilevel', percents: { member: [5, 5] } },
    { id: 'gen', type: 'generation', rank: 'member', percents: [5] },
    { id: 'shop', type: 'retail' },
    { id: 'match', type: 'matching', of: ['uni', 'fast'], percents: { member: [10] } },
    { id: 'double', type: 'matching', of: ['match', 'gen'], percents: { member: [10] } },
  ];
  const count = random(fc.nat, 12);
  const lines = Array.from({ length: count }, () => {
    const bonus = random(fc.nat, bonuses.length - 1);
    const source = oneOf(random, ...uids);
    // All lines of a bonus and source are of the same base.
    const base = 1 + ((bonus * 7_919 + source * 104_729) % 3_000);
    return {
      bonus: bonuses[bonus]!.id,
      payee: oneOf(random, ...uids),
      source,
      level: random(fc.integer, { min: 1, max: 2 }),
      base,
      amount: random(fc.integer, { min: 1, max: 400 }),
    };
  });
  const returns = Array.from({ length: random(fc.nat, 6) }, () => ({
    source: oneOf(random, ...uids),
    soldAt: -random(fc.nat, 30 * DAY_MS),
    commissionable: random(fc.nat, 1_500),
    margin: random(fc.integer, { min: -1_500, max: 1_500 }),
    posted: sometimes(random, 2),
  }));
  const paid = Object.fromEntries(
    uids.map((uid) => {
      const own = lines.filter(({ payee }) => payee === uid).reduce((sum, { amount }) => sum + amount, 1);
      return [uid, { before: own, left: random(fc.nat, own) }];
    }),
  );
  return { plan: planOf({ bonuses }), returns, lines, paid };
}

const RANKS = ['member', 'silver', 'gold', 'ruby'];
const MOST_BONUSES = 6;
const MOST_LEVELS = 4;

type Parts = Record<string, unknown>;

/** A plan of any ranks, bonuses and caps. */
function anyPlan(random: Random): Plan {
  const ranks = RANKS.slice(0, random(fc.integer, { min: 1, max: RANKS.length }));
  const types = Array.from({ length: random(fc.integer, { min: 1, max: MOST_BONUSES }) }, () =>
    oneOf(random, ...(Object.keys(MAKERS) as (keyof typeof MAKERS)[])),
  );
  const ids = types.map((type, index) => `${type}-${index}`);
  const bonuses = types.map((type, index) => ({
    id: ids[index],
    type,
    ...MAKERS[type](random, { ranks, ids, types, index }),
  }));
  return planOf({
    rate: oneOf(random, 1, 1, 0.5, 0.3333, 2.5),
    rounding: oneOf(random, 'half_even', 'half_up'),
    personal_volume_includes_customers: sometimes(random, 2),
    active: sometimes(random, 2) ? {} : anyConditions(random, ranks, 1),
    ranks: ranks.map((name, index) => ({ name, requires: index === 0 ? {} : anyConditions(random, ranks, 2) })),
    bonuses: bonuses.filter((bonus) => !('of' in bonus) || (bonus.of as unknown[]).length > 0),
    ...(sometimes(random, 4) ? { member_cap: random(fc.nat, 40) } : {}),
    ...(sometimes(random, 2) ? { payout_cap_percent: random(fc.nat, 40) } : {}),
  });
}

function anyConditions(random: Random, ranks: readonly string[], depth: number): Parts {
  const group = random(fc.nat, 120);
  return {
    ...(sometimes(random, 3) ? { personal_volume: random(fc.nat, 40) } : {}),
    ...(sometimes(random, 3) ? { group_volume: group } : {}),
    ...(sometimes(random, 4) ? { group_volume: group, leg_cap_percent: oneOf(random, 10, 33.3333, 50, 60, 100) } : {}),
    ...(sometimes(random, 5) ? { active_frontline: random(fc.nat, 2) } : {}),
    ...(sometimes(random, 6) ? { customers: random(fc.nat, 2) } : {}),
    ...(sometimes(random, 4)
      ? { legs: [{ rank: oneOf(random, ...ranks), count: random(fc.integer, { min: 1, max: 2 }) }] }
      : {}),
    ...(depth > 0 && sometimes(random, 4)
      ? { any: [anyConditions(random, ranks, depth - 1), anyConditions(random, ranks, depth - 1)] }
      : {}),
  };
}

/** Where a bonus stands in the plan. */
interface Place {
  readonly ranks: readonly string[];
  readonly ids: readonly string[];
  readonly types: readonly string[];
  readonly index: number;
}

const MAKERS = {
  unilevel: (random, { ranks }) => ({
    tree: oneOf(random, 'sponsor', 'placement'),
    percents: byRank(random, ranks, () => anyPercents(random)),
    compression: oneOf(random, 'none', 'active', 'dynamic'),
  }),
  generation: (random, { ranks }) => ({ rank: oneOf(random, ...ranks), percents: anyPercents(random) }),
  fast_start: (random, { ids, types }) => ({
    days: oneOf(random, 1, 7, 30, 60),
    percents: anyPercents(random),
    excludes: ids.filter((_, index) => ['unilevel', 'generation'].includes(types[index]!) && sometimes(random, 2)),
  }),
  differential: (random) => {
    const steps = random(fc.integer, { min: 1, max: 4 });
    const from = sometimes(random, 2) ? 0 : 10;
    return {
      steps: Array.from({ length: steps }, (_, step) => ({ from: from + step * 30, percent: 3 + step * 2.5 })),
      ...(sometimes(random, 2) ? { breakaway: { leadership_percent: oneOf(random, 1, 4, 2.3456) } } : {}),
    };
  },
  binary: (random, { ranks }) => ({
    ratio: { strong: random(fc.integer, { min: 1, max: 3 }), weak: random(fc.integer, { min: 1, max: 2 }) },
    ...(sometimes(random, 2)
      ? { percent: oneOf(random, 0, 10, 7.5, 3.3333, 10.0001) }
      : { cycle: { volume: oneOf(random, 5, 20, 0.7), amount: random(fc.nat, 8) } }),
    ...(sometimes(random, 2) ? { cap: byRank(random, ranks, () => random(fc.nat, 12)) } : {}),
    over_cap: oneOf(random, 'flush', 'carry'),
    ...(sometimes(random, 3) ? { carry_cap: random(fc.nat, 60) } : {}),
    requires_legs: sometimes(random, 2),
    inactive: oneOf(random, 'keep', 'flush'),
  }),
  matching: (random, { ranks, ids, index }) => ({
    of: ids.slice(0, index).filter((_, other) => other === index - 1 || sometimes(random, 2)),
    percents: byRank(random, ranks, () => anyPercents(random)),
    compression: oneOf(random, 'none', 'active', 'dynamic'),
  }),
  pool: (random, { ranks }) => ({
    percent: oneOf(random, 1, 2.5, 10),
    shares: byRank(random, ranks, () => random(fc.nat, 3)),
  }),
  rank_advancement: (random, { ranks }) => ({ amounts: byRank(random, ranks, () => random(fc.nat, 100)) }),
  retail: (random) => (sometimes(random, 2) ? {} : { percent: oneOf(random, 25, 33.3333) }),
} satisfies Record<string, (random: Random, place: Place) => Parts>;

function anyPercents(random: Random): number[] {
  const levels = random(fc.integer, { min: 1, max: MOST_LEVELS });
  return Array.from({ length: levels }, () => oneOf(random, 0, 5, 10, 2.5, 0.3333));
}

/** A table that names some of the ranks. */
function byRank<Value>(random: Random, ranks: readonly string[], value: () => Value): Record<string, Value> {
  const table: Record<string, Value> = {};
  for (const rank of ranks) if (!sometimes(random, 3)) table[rank] = value();
  return table;
}

/** Gives random values that shrink. */
type Random = GeneratorValue;

/** Picks one of several values. */
function oneOf<Value>(random: Random, ...values: readonly Value[]): Value {
  return values[random(fc.nat, values.length - 1)]!;
}

/** True once in so many times. */
function sometimes(random: Random, times: number): boolean {
  return random(fc.nat, times - 1) === 0;
}
