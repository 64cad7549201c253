import { describe, expect, it } from '@jest/globals';
import { calculateSmall } from '../../calculate-small.js';
import { planOf, sale, type SmallMember } from '../../small-period.js';

const UNIT = 10_000;

const MEMBERS: readonly SmallMember[] = [
  { uid: 1, placed: 'root' },
  { uid: 2, sponsor: 1, placed: { below: 1, leg: 1 } },
  { uid: 3, sponsor: 1, placed: { below: 1, leg: 2 } },
];

interface Case {
  readonly bonus: object;
  readonly left: number;
  readonly right: number;
  readonly carried?: { left: number; right: number };
  readonly members?: readonly SmallMember[];
  readonly plan?: object;
}

/** What 1 gets, in minor units, and carries, in units. */
function calculate({ bonus, left, right, carried = { left: 0, right: 0 }, members = MEMBERS, plan = {} }: Case) {
  const result = calculateSmall({
    plan: planOf({ ...plan, bonuses: [{ id: 'legs', type: 'binary', ...bonus }] }),
    members,
    rows: [sale(1, 77), sale(2, left), sale(3, right)],
    carried: { legs: { 1: { left: carried.left * UNIT, right: carried.right * UNIT } } },
  });
  const legs = result.carried['legs']![1] ?? { left: 0, right: 0 };
  const paid = result.lines.filter(({ payee }) => payee === 1).map(({ amount }) => amount);
  return { paid, left: legs.left / UNIT, right: legs.right / UNIT, unpaid: result.unpaid['legs'] };
}

describe('a binary bonus', () => {
  it('pays a percentage of the weaker leg, and carries the rest of the stronger', () => {
    expect(calculate({ bonus: { percent: 10 }, left: 1_000, right: 600 })).toMatchObject({
      paid: [6_000],
      left: 400,
      right: 0,
    });
  });

  it('adds what was carried in', () => {
    const carried = { left: 400, right: 0 };
    expect(calculate({ bonus: { percent: 10 }, left: 100, right: 300, carried })).toMatchObject({
      paid: [3_000],
      left: 200,
    });
  });

  it('matches in a ratio of the stronger to the weaker', () => {
    const bonus = { percent: 10, ratio: { strong: 2, weak: 1 } };
    expect(calculate({ bonus, left: 300, right: 1_000 })).toMatchObject({ paid: [3_000], left: 0, right: 400 });
    expect(calculate({ bonus, left: 300, right: 301 })).toMatchObject({ paid: [1_505], left: 149.5, right: 0 });
  });

  it('takes the left leg for the strong one if they are equal', () => {
    const bonus = { percent: 10, ratio: { strong: 2, weak: 1 } };
    expect(calculate({ bonus, left: 100, right: 100 })).toMatchObject({ paid: [500], left: 0, right: 50 });
  });

  it('rounds what matches down to a ten-thousandth', () => {
    const bonus = { percent: 100, ratio: { strong: 3, weak: 1 } };
    expect(calculate({ bonus, left: 10, right: 100 })).toMatchObject({ paid: [1_000], left: 0, right: 70 });
    expect(calculate({ bonus, left: 10, right: 10 })).toMatchObject({ paid: [333], left: 0.0001, right: 6.6667 });
  });

  it('pays an amount for each full cycle: two cycles of 300 and 600', () => {
    const bonus = { ratio: { strong: 2, weak: 1 }, cycle: { volume: 300, amount: 35 } };
    expect(calculate({ bonus, left: 1_500, right: 700 })).toMatchObject({ paid: [7_000], left: 300, right: 100 });
  });

  it('does not multiply the amount of a cycle with the rate', () => {
    const bonus = { cycle: { volume: 100, amount: 10 } };
    expect(calculate({ bonus, left: 100, right: 100, plan: { rate: 0.5 } }).paid).toEqual([1_000]);
    expect(calculate({ bonus: { percent: 10 }, left: 100, right: 100, plan: { rate: 0.5 } }).paid).toEqual([500]);
  });

  it('consumes all that matched above a cap, or only what the cap pays', () => {
    const cap = { member: 50 };
    const flush = calculate({ bonus: { percent: 10, cap }, left: 1_000, right: 600 });
    expect(flush).toMatchObject({ paid: [5_000], left: 400, right: 0, unpaid: { over_cap: 1_000 } });
    const carry = calculate({ bonus: { percent: 10, cap, over_cap: 'carry' }, left: 1_000, right: 600 });
    expect(carry).toMatchObject({ paid: [5_000], left: 500, right: 100 });
    const cycle = { volume: 100, amount: 15 };
    const cycles = calculate({ bonus: { cycle, cap, over_cap: 'carry' }, left: 1_000, right: 600 });
    expect(cycles).toMatchObject({ paid: [4_500], left: 700, right: 300 });
    expect(calculate({ bonus: { cycle, cap }, left: 1_000, right: 600 })).toMatchObject({ paid: [5_000], left: 400 });
  });

  it('holds the cap against the payment before rounding', () => {
    // 10 % of 500.04 is 50.004, which rounds to the cap and is above it.
    const bonus = { percent: 10, cap: { member: 50 }, over_cap: 'carry' };
    expect(calculate({ bonus, left: 500.04, right: 600 })).toMatchObject({ paid: [5_000], left: 0.04, right: 100 });
    expect(calculate({ bonus, left: 500, right: 600 })).toMatchObject({ paid: [5_000], left: 0, right: 100 });
  });

  it('has no cap for ranks below all that are named', () => {
    const plan = { ranks: [{ name: 'member' }, { name: 'gold', requires: { group_volume: 1e9 } }] };
    expect(calculate({ bonus: { percent: 10, cap: { gold: 1 } }, left: 1_000, right: 600, plan }).paid).toEqual([
      6_000,
    ]);
  });

  it('limits what is carried in each leg, whoever carries it', () => {
    const bonus = { percent: 10, carry_cap: 150 };
    expect(calculate({ bonus, left: 1_000, right: 600 })).toMatchObject({ paid: [6_000], left: 150, right: 0 });
    const plan = { active: { personal_volume: 100 } };
    expect(calculate({ bonus, left: 1_000, right: 100, plan })).toMatchObject({ paid: [], left: 150, right: 100 });
  });

  it('keeps or flushes the legs of who is not active, and pays it nothing', () => {
    const plan = { active: { personal_volume: 100 } };
    const legs = { left: 1_000, right: 600, plan };
    const kept = calculate({ bonus: { percent: 10 }, ...legs });
    expect(kept).toMatchObject({ paid: [], left: 1_000, right: 600, unpaid: { not_active: 6_000 } });
    expect(calculate({ bonus: { percent: 10, inactive: 'flush' }, ...legs })).toMatchObject({
      paid: [],
      left: 0,
      right: 0,
    });
  });

  it('asks for an active distributor of its own in each leg, anywhere in it', () => {
    const bonus = { percent: 10, requires_legs: true };
    expect(calculate({ bonus, left: 100, right: 100 }).paid).toEqual([1_000]);
    const spilled = MEMBERS.map((member) => (member.uid === 3 ? { ...member, sponsor: 2 } : member));
    expect(calculate({ bonus, left: 100, right: 100, members: spilled })).toMatchObject({
      paid: [],
      left: 100,
      right: 100,
    });
    const deep: SmallMember[] = [...spilled, { uid: 4, sponsor: 1, placed: { below: 3, leg: 2 } }];
    expect(calculate({ bonus, left: 100, right: 100, members: deep }).paid).toEqual([1_000]);
    const suspended = deep.map((member) => (member.uid === 4 ? { ...member, status: 'suspended' as const } : member));
    expect(calculate({ bonus, left: 100, right: 100, members: suspended })).toMatchObject({
      paid: [],
      unpaid: { legs: 1_000 },
    });
  });

  it('carries a negative rest, and pays nothing on it', () => {
    expect(calculate({ bonus: { percent: 10 }, left: -50, right: 600 })).toMatchObject({
      paid: [],
      left: -50,
      right: 600,
    });
  });

  it('carries nothing for who is no payee or not placed', () => {
    const members = MEMBERS.map((member) => (member.uid === 1 ? { ...member, status: 'terminated' as const } : member));
    expect(calculate({ bonus: { percent: 10 }, left: 100, right: 50, members })).toMatchObject({
      paid: [],
      left: 0,
      right: 0,
    });
  });

  it('counts customers as the volume of the nearest placed sponsor', () => {
    const members: SmallMember[] = [...MEMBERS.slice(0, 2), { uid: 3, sponsor: 2, kind: 'customer' }];
    expect(calculate({ bonus: { percent: 10 }, left: 100, right: 50, members })).toMatchObject({ left: 150, right: 0 });
  });
});
