import { describe, expect, it } from '@jest/globals';
import { paidBy, calculateSmall } from '../../calculate-small.js';
import { planOf, sale, type SmallMember } from '../../small-period.js';

const CHAIN: readonly SmallMember[] = [
  { uid: 1 },
  { uid: 2, sponsor: 1 },
  { uid: 3, sponsor: 2 },
  { uid: 4, sponsor: 3 },
  { uid: 5, sponsor: 4 },
];

/** Everybody with 50 of volume is active, with 100 silver. */
const RANKS = {
  active: { personal_volume: 50 },
  ranks: [{ name: 'member' }, { name: 'silver', requires: { personal_volume: 100 } }],
};

function unilevel(parts: object) {
  return planOf({ ...RANKS, bonuses: [{ id: 'levels', type: 'unilevel', ...parts }] });
}

/** The members of a chain, of whom some are not active and the others silver; the lowest buys 1,000. */
function chain(inactive: readonly number[], compression: string, percents: object) {
  const rows = [1, 2, 3, 4]
    .filter((uid) => !inactive.includes(uid))
    .map((uid) => sale(uid, 100, { commissionable: 0 }));
  return calculateSmall({ plan: unilevel({ compression, percents }), members: CHAIN, rows: [...rows, sale(5, 1_000)] });
}

describe('a unilevel bonus', () => {
  it('pays each level its percentage of the source’s volume', () => {
    expect(chain([], 'none', { member: [10, 5, 3] }).lines).toEqual([
      { bonus: 'levels', payee: 4, source: 5, level: 1, amount: 10_000 },
      { bonus: 'levels', payee: 3, source: 5, level: 2, amount: 5_000 },
      { bonus: 'levels', payee: 2, source: 5, level: 3, amount: 3_000 },
    ]);
  });

  it('leaves the level of who is not active unpaid without compression, and says so', () => {
    const result = chain([4], 'none', { member: [10, 5, 3] });
    expect(paidBy(result, 'levels')).toEqual({ 3: 5_000, 2: 3_000 });
    expect(result.unpaid).toEqual({ levels: { not_active: 10_000 } });
  });

  it('skips who is not active with compression `active`', () => {
    expect(paidBy(chain([4, 2], 'active', { member: [10, 5, 3] }), 'levels')).toEqual({ 3: 10_000, 1: 5_000 });
  });

  it('goes on to the next who has a percentage with compression `dynamic`, level by level', () => {
    // 4 is active but a member, who has the first level only; 3 is silver.
    const rows = [sale(4, 50), sale(3, 100), sale(2, 50), sale(1, 100)].map((row) => ({ ...row, commissionable: 0 }));
    const result = calculateSmall({
      plan: unilevel({ compression: 'dynamic', percents: { member: [10], silver: [10, 5, 3] } }),
      members: CHAIN,
      rows: [...rows, sale(5, 1_000)],
    });
    expect(result.lines.map(({ payee, level, amount }) => [payee, level, amount])).toEqual([
      [4, 1, 10_000],
      [3, 2, 5_000],
      [1, 3, 3_000],
    ]);
  });

  it('ends with compression `dynamic` where nobody is left for a level', () => {
    const result = chain([1, 2, 3], 'dynamic', { silver: [10, 5, 3] });
    expect(paidBy(result, 'levels')).toEqual({ 4: 10_000 });
    expect(result.unpaid).toEqual({ levels: { no_upline: 8_000 } });
  });

  it('takes the percentages of the next lower rank that is named, and none below all that are', () => {
    const rows = [sale(4, 50, { commissionable: 0 }), sale(3, 100, { commissionable: 0 }), sale(5, 100)];
    const members = CHAIN;
    const named = calculateSmall({ plan: unilevel({ percents: { member: [10, 10] } }), members, rows });
    expect(paidBy(named, 'levels')).toEqual({ 4: 1_000, 3: 1_000 });
    const above = calculateSmall({ plan: unilevel({ percents: { silver: [10, 10] } }), members, rows });
    expect(paidBy(above, 'levels')).toEqual({ 3: 1_000 });
    expect(above.unpaid).toEqual({ levels: { rank: 1_000 } });
  });

  it('skips customers and terminated members, but not suspended ones', () => {
    const members: SmallMember[] = [
      { uid: 1 },
      { uid: 2, sponsor: 1, status: 'suspended' },
      { uid: 3, sponsor: 2, status: 'terminated' },
      { uid: 4, sponsor: 3 },
      { uid: 5, sponsor: 4, kind: 'customer' },
      { uid: 6, sponsor: 5, kind: 'preferred' },
    ];
    const plan = planOf({ bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10, 5, 3] } }] });
    const result = calculateSmall({ plan, members, rows: [sale(6, 100)] });
    expect(result.lines.map(({ payee, level }) => [payee, level])).toEqual([
      [4, 1],
      [1, 3],
    ]);
  });

  it('goes up the placement tree, where who is not placed hangs below the nearest placed sponsor', () => {
    const members: SmallMember[] = [
      { uid: 1, placed: 'root' },
      { uid: 2, sponsor: 1, placed: { below: 1, leg: 1 } },
      { uid: 3, sponsor: 1, placed: { below: 2, leg: 2 } },
      { uid: 4, sponsor: 3 },
      { uid: 5, sponsor: 4 },
    ];
    const plan = planOf({
      bonuses: [{ id: 'levels', type: 'unilevel', tree: 'placement', percents: { member: [10, 5, 3] } }],
    });
    const result = calculateSmall({ plan, members, rows: [sale(5, 100), sale(3, 10)] });
    expect(result.lines.map(({ payee, source, level }) => [source, level, payee])).toEqual([
      [3, 1, 2],
      [5, 1, 3],
      [3, 2, 1],
      [5, 2, 2],
      [5, 3, 1],
    ]);
  });

  it('rounds each line once, halves to the even cent or up', () => {
    const amounts = (rounding: string) =>
      calculateSmall({
        plan: planOf({ rounding, bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [5] } }] }),
        members: [{ uid: 1 }, { uid: 2, sponsor: 1 }, { uid: 3, sponsor: 1 }],
        rows: [sale(2, 0.5), sale(3, 0.7)],
      }).lines.map(({ amount }) => amount);
    // 0.025 and 0.035
    expect(amounts('half_even')).toEqual([2, 4]);
    expect(amounts('half_up')).toEqual([3, 4]);
  });

  it('gives nothing of a source that came to less than nothing, and no line of 0', () => {
    const result = chain([], 'none', { member: [0, 0.0001] });
    expect(result.lines).toEqual([]);
    const returned = calculateSmall({
      plan: unilevel({ percents: { member: [10] } }),
      members: CHAIN,
      rows: [sale(4, 100), sale(5, 10), sale(5, -30)],
    });
    expect(paidBy(returned, 'levels')).toEqual({});
  });
});
