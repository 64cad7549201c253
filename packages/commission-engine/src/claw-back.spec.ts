import { describe, expect, it } from '@jest/globals';
import { paidBy, calculateSmall } from './calculate-small.js';
import { planOf, sale, type SmallEarlier, type SmallEarlierLine } from './small-period.js';

const DAY_MS = 86_400_000;

const MEMBERS = [
  { uid: 1 },
  { uid: 2, sponsor: 1 },
  { uid: 3, sponsor: 2, enrolledDaysBefore: 40 },
  { uid: 4, sponsor: 2, kind: 'customer' as const },
];

const PLAN = planOf({
  bonuses: [
    { id: 'start', type: 'fast_start', days: 20, percents: [20], excludes: ['levels'] },
    { id: 'levels', type: 'unilevel', percents: { member: [10, 5] } },
    { id: 'shop', type: 'retail' },
    { id: 'match', type: 'matching', of: ['levels'], percents: { member: [10] } },
  ],
});

interface Return {
  readonly volume: number;
  readonly margin?: number;
  readonly source?: number;
  readonly soldDaysBefore?: number;
  readonly posted?: boolean;
}

/** What is taken back now of some lines, by payee. */
function takeBack(lines: readonly SmallEarlierLine[], returns: readonly Return[], left: Record<number, number> = {}) {
  const sums: Record<number, number> = {};
  for (const { payee, amount } of lines) sums[payee] = (sums[payee] ?? 0) + amount;
  const earlier: SmallEarlier = {
    plan: PLAN,
    lines,
    returns: returns.map(({ volume, margin = 0, source = 3, soldDaysBefore = 10, posted: was = false }) => ({
      source,
      soldAt: -soldDaysBefore * DAY_MS,
      commissionable: volume,
      margin,
      posted: was,
    })),
    paid: Object.fromEntries(
      Object.entries(sums).map(([uid, before]) => [uid, { before, left: left[Number(uid)] ?? before }]),
    ),
  };
  const plan = planOf({ bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10] } }] });
  return calculateSmall({ plan, members: MEMBERS, rows: [], earlier: [earlier] });
}

const line = (bonus: string, payee: number, source: number, amount: number, base: number, level = 1) => ({
  bonus,
  payee,
  source,
  level,
  base,
  amount,
});

describe('what is taken back', () => {
  it('is the part of each line that came back, from who got it, and names the line', () => {
    const lines = [line('levels', 2, 3, 1_000, 100), line('levels', 1, 3, 500, 100, 2)];
    const result = takeBack(lines, [{ volume: 40 }]);
    expect(result.lines).toEqual([
      { bonus: 'clawback', payee: 2, source: 3, level: 1, amount: -400 },
      { bonus: 'clawback', payee: 1, source: 3, level: 2, amount: -200 },
    ]);
    expect(result.outcome.clawbacks).toEqual([
      { line: 0, earlier: 0, earlierLine: 0 },
      { line: 1, earlier: 0, earlierLine: 1 },
    ]);
  });

  it('comes to no more than was given over any number of parts, and to all of it in the end', () => {
    const lines = [line('levels', 2, 3, 5, 3)];
    const thirds = [1, 1, 1].map((volume) => ({ volume }));
    const taken = [1, 2, 3].map((count) => {
      const returns = thirds.slice(0, count).map((one, index) => ({ ...one, posted: index < count - 1 }));
      return paidBy(takeBack(lines, returns), 'clawback')[2];
    });
    expect(taken).toEqual([-1, -2, -2]);
    expect(paidBy(takeBack(lines, [...thirds, { volume: 9 }]), 'clawback')).toEqual({ 2: -5 });
    const again = [...thirds.map((one) => ({ ...one, posted: true })), { volume: 9 }];
    expect(paidBy(takeBack(lines, again), 'clawback')).toEqual({});
  });

  it('is of what caps left', () => {
    const lines = [line('levels', 2, 3, 1_000, 100)];
    expect(paidBy(takeBack(lines, [{ volume: 50 }], { 2: 300 }), 'clawback')).toEqual({ 2: -150 });
  });

  it('counts a sale in the bonuses in which it counted', () => {
    const lines = [line('start', 2, 3, 2_000, 100), line('levels', 2, 3, 1_000, 100)];
    expect(takeBack(lines, [{ volume: 50, soldDaysBefore: 25 }]).lines.map(({ amount }) => amount)).toEqual([-1_000]);
    expect(takeBack(lines, [{ volume: 50, soldDaysBefore: 10 }]).lines.map(({ amount }) => amount)).toEqual([-500]);
  });

  it('is of the margin for retail', () => {
    const lines = [line('shop', 2, 4, 3_000, 300_000)];
    expect(paidBy(takeBack(lines, [{ source: 4, volume: 9, margin: 100_000 }]), 'clawback')).toEqual({ 2: -1_000 });
  });

  it('gives back what was taken too much where goods sold below wholesale come back later', () => {
    const lines = [line('shop', 2, 4, 600, 60_000)];
    const returns = [{ source: 4, volume: 9, margin: 50_000, posted: true }];
    const later = (margin: number) => takeBack(lines, [...returns, { source: 4, volume: 9, margin }]);
    expect(paidBy(later(-40_000), 'clawback')).toEqual({ 2: 400 });
    expect(paidBy(later(10_000), 'clawback')).toEqual({ 2: -100 });
    expect(paidBy(takeBack(lines, [{ source: 4, volume: 9, margin: -40_000 }]), 'clawback')).toEqual({});
  });

  it('goes on to what matched it, in the part of all that was earned', () => {
    const lines = [line('levels', 2, 3, 1_000, 300), line('levels', 2, 4, 500, 700), line('match', 1, 2, 150, 1_500)];
    // 2 loses a third of 1,000 and two sevenths of 500.
    const returns = [{ volume: 100 }, { source: 4, volume: 200 }];
    expect(paidBy(takeBack(lines, returns), 'clawback')).toEqual({ 2: -333 - 142, 1: -47 });
  });

  it('counts in no base, but in measures, if the period was posted, and else as negative base', () => {
    const plan = planOf({ bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10] } }] });
    const calculate = (takesBack?: 'earlier') =>
      calculateSmall({
        plan,
        members: MEMBERS,
        rows: [sale(3, 100), sale(3, -30, takesBack === undefined ? {} : { takesBack })],
      });
    expect(paidBy(calculate('earlier'), 'levels')).toEqual({ 2: 1_000 });
    expect(calculate('earlier').members.get(3)!.personal).toBe(700_000);
    expect(paidBy(calculate(), 'levels')).toEqual({ 2: 700 });
  });
});
