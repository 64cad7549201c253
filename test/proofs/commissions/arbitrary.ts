import fc from 'fast-check';
import {
  planOf,
  type SmallEarlier,
  type SmallMember,
  type SmallPeriod,
  type SmallRow,
} from '@commerce/commission-engine';
import { anyPlan } from './arbitrary-plan.js';
import { oneOf, sometimes, type Random } from './random.js';

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
