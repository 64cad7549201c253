/**
 * Examples that companies publish of their plans, or that are calculated here by hand from the parameters that they publish, for
 * the bonuses that pay on groups and on legs. Where only the parameters are theirs, the title says `by hand`.
 */
import { describe, expect, it } from '@jest/globals';
import { paidBy, calculateSmall } from '../../calculate-small.js';
import { planOf, type SmallMember, type SmallRow } from '../../small-period.js';

const UNIT = 10_000;

/** Volume of a member: points that steps are measured in, and business volume that is paid on. */
function bought(member: number, points: number, business: number, price = 0): SmallRow {
  return { member, qualifying: points * UNIT, commissionable: business * UNIT, price: price * UNIT, wholesale: 0 };
}

/** Amway India, performance bonus schedule of "The Amway Sales & Marketing Plan": points a month, and the percentage. */
const AMWAY_INDIA = [
  { from: 300, percent: 6 },
  { from: 1_000, percent: 9 },
  { from: 2_000, percent: 12 },
  { from: 4_000, percent: 15 },
  { from: 7_000, percent: 18 },
  { from: 10_000, percent: 21 },
];

const performance = (steps: object[], more: object = {}) =>
  planOf({ bonuses: [{ id: 'performance', type: 'differential', steps, ...more }] });

describe('differential', () => {
  // The same brochure, second example: X and four downlines with 300 PV and 18,000 BV each make 1,500 PV and 90,000 BV. 9 % of
  // 90,000 is 8,100, 6 % of the 72,000 of the downlines is 4,320, and X gets 3,780.
  it('pays the difference to four downlines at 6 %: Amway India', () => {
    const below = [2, 3, 4, 5];
    const result = calculateSmall({
      plan: performance(AMWAY_INDIA),
      members: [{ uid: 1 }, ...below.map((uid) => ({ uid, sponsor: 1 }))],
      rows: [1, ...below].map((uid) => bought(uid, 300, 18_000)),
    });
    expect(paidBy(result, 'performance')).toEqual({ 1: 378_000, 2: 108_000, 3: 108_000, 4: 108_000, 5: 108_000 });
  });

  // The third example: groups of 120,000, 120,000, 60,000 and 240,000 BV at 12, 12, 9 and 15 %, 60,000 BV of X's own. 21 % of
  // 600,000 is 126,000, less 14,400, 14,400, 5,400 and 36,000: 55,800.
  it('pays the difference to groups on several steps: Amway India', () => {
    const groups: Record<number, number> = { 2: 120_000, 3: 120_000, 4: 60_000, 5: 240_000 };
    const result = calculateSmall({
      plan: performance(AMWAY_INDIA),
      members: [{ uid: 1 }, ...Object.keys(groups).map((uid) => ({ uid: Number(uid), sponsor: 1 }))],
      // 60 BV for each point.
      rows: Object.entries({ 1: 60_000, ...groups }).map(([uid, volume]) => bought(Number(uid), volume / 60, volume)),
    });
    expect(paidBy(result, 'performance')).toEqual({
      1: 5_580_000,
      2: 1_440_000,
      3: 1_440_000,
      4: 540_000,
      5: 3_600_000,
    });
  });

  // United States Tax Court, Lopez v. Commissioner, T.C. Memo. 2003-142, on Amway's schedule: 1,000 points and 2,500 of business
  // volume are 12 %, 300 dollars.
  it('pays a distributor without a downline the whole step: Amway, as a court told it', () => {
    const steps = [
      { from: 600, percent: 9 },
      { from: 1_000, percent: 12 },
      { from: 1_500, percent: 15 },
    ];
    const plan = performance(steps);
    const result = calculateSmall({ plan, members: [{ uid: 1 }], rows: [bought(1, 1_000, 2_500)] });
    expect(paidBy(result, 'performance')).toEqual({ 1: 30_000 });
  });

  // AmwayWiki, "Leadership Bonus": 4 % of the personal group of who has reached the highest step. By hand: 2 breaks away with a
  // group of 10,000 PV and 20,000 BV; 1 has as much without it. Each gets 21 % of its own group, 4,200, and 1 gets 4 % of 20,000.
  it('pays 4 % on a group that has broken away, by hand: Amway', () => {
    const result = calculateSmall({
      plan: performance(AMWAY_INDIA, { breakaway: { leadership_percent: 4 } }),
      members: [{ uid: 1 }, { uid: 2, sponsor: 1 }, { uid: 3, sponsor: 2 }],
      rows: [bought(1, 10_000, 20_000), bought(2, 8_000, 16_000), bought(3, 2_000, 4_000)],
    });
    // 3 has 12 % of 4,000, 480, which 2 has less than the 21 % of 20,000.
    expect(result.lines.map(({ payee, source, level, amount }) => [payee, source, level, amount])).toEqual(
      expect.arrayContaining([
        [1, undefined, undefined, 420_000],
        [2, undefined, undefined, 372_000],
        [3, undefined, undefined, 48_000],
        [1, 2, 1, 80_000],
      ]),
    );
    expect(result.lines).toHaveLength(4);
  });
});

const LEGS: readonly SmallMember[] = [
  { uid: 1, placed: 'root' },
  { uid: 2, sponsor: 1, placed: { below: 1, leg: 1 } },
  { uid: 3, sponsor: 1, placed: { below: 1, leg: 2 } },
];

/** What 1 gets in minor units, and carries in units, with so much in each leg; what was carried in is part of it. */
function cycled(bonus: object, left: number, right: number, carried = { left: 0, right: 0 }) {
  const result = calculateSmall({
    plan: planOf({ bonuses: [{ id: 'team', type: 'binary', ...bonus }] }),
    members: LEGS,
    rows: [bought(2, 0, left), bought(3, 0, right)],
    carried: { team: { 1: { left: carried.left * UNIT, right: carried.right * UNIT } } },
  });
  const legs = result.carried.team?.[1] ?? { left: 0, right: 0 };
  return { paid: paidBy(result, 'team')[1] ?? 0, left: legs.left / UNIT, right: legs.right / UNIT };
}

describe('binary', () => {
  // Beachbody, "Team Cycle Bonus" as its coaches were trained in it: a cycle takes 200 from one leg and 100 from the other, and
  // pays an emerald coach 14 dollars. With 260 in the left leg and 200 in the right one the left is the strong one.
  it('pays a cycle of 200 and 100, and carries what is left: Beachbody', () => {
    const emerald = { ratio: { strong: 2, weak: 1 }, cycle: { volume: 100, amount: 14 } };
    expect(cycled(emerald, 260, 200)).toEqual({ paid: 1_400, left: 60, right: 100 });
    // A week later, with 140 and 100 more: the rest was not lost.
    expect(cycled(emerald, 140, 100, { left: 60, right: 100 })).toEqual({ paid: 1_400, left: 0, right: 100 });
  });

  // Isagenix, team bonus of its compensation plan: 900 of business volume, 600 in one team and 300 in the other, are a cycle of
  // 54 dollars. By hand: 2,000 and 700 are min(2,000 / 600, 700 / 300) = 2 cycles, and 800 and 100 are carried.
  it('pays cycles of 600 and 300, by hand: Isagenix', () => {
    const team = { ratio: { strong: 2, weak: 1 }, cycle: { volume: 300, amount: 54 } };
    expect(cycled(team, 600, 300)).toEqual({ paid: 5_400, left: 0, right: 0 });
    expect(cycled(team, 2_000, 700)).toEqual({ paid: 10_800, left: 800, right: 100 });
  });

  // USANA, binary compensation plan: pays on what both sides have, and carries at most 5,000 points of each side. By hand, at 20 %:
  // 9,000 and 1,500 pay 300.00; 7,500 would be left on the left side, of which 5,000 are carried.
  it('carries no more than 5,000 of a side, by hand: USANA', () => {
    const weekly = { percent: 20, carry_cap: 5_000 };
    expect(cycled(weekly, 9_000, 1_500)).toEqual({ paid: 30_000, left: 5_000, right: 0 });
    expect(cycled(weekly, 0, 6_000, { left: 5_000, right: 0 })).toEqual({ paid: 100_000, left: 0, right: 1_000 });
  });
});
