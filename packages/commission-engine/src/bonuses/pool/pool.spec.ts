import { describe, expect, it } from '@jest/globals';
import { paidBy, calculateSmall } from '../../calculate-small.js';
import { planOf, sale, type SmallMember } from '../../small-period.js';

function calculate(members: readonly SmallMember[], volume: number, parts: object) {
  const plan = planOf({
    ranks: [{ name: 'member' }, { name: 'gold', requires: { personal_volume: 100 } }],
    bonuses: [{ id: 'pool', type: 'pool', ...parts }],
  });
  const rows = [sale(9, volume), { ...sale(2, 100), commissionable: 0 }];
  return calculateSmall({ plan, members: [...members, { uid: 9, kind: 'customer' }], rows });
}

describe('a pool', () => {
  const three: readonly SmallMember[] = [{ uid: 7 }, { uid: 5 }, { uid: 2 }];

  it('gives what is left over to the lower uids where remainders are equal', () => {
    expect(paidBy(calculate(three, 100, { percent: 5, shares: { member: 1 } }), 'pool')).toEqual({
      2: 167,
      5: 167,
      7: 166,
    });
  });

  it('gives the largest remainders first', () => {
    // 5.00 by 2 : 1 : 1 leaves nothing over; 5.01 leaves 250.5, 125.25, 125.25.
    const parts = { percent: 5, shares: { member: 1, gold: 2 } };
    expect(paidBy(calculate(three, 100.2, parts), 'pool')).toEqual({ 2: 251, 5: 125, 7: 125 });
  });

  it('is rounded down, and shared to the last cent', () => {
    const paid = paidBy(calculate(three, 33.3999, { percent: 10, shares: { member: 1 } }), 'pool');
    expect(Object.values(paid).reduce((sum, amount) => sum + amount)).toBe(333);
  });

  it('is for active payees with shares only', () => {
    const members: SmallMember[] = [{ uid: 7, status: 'suspended' }, { uid: 5 }, { uid: 2 }];
    expect(paidBy(calculate(members, 100, { percent: 5, shares: { gold: 3 } }), 'pool')).toEqual({ 2: 500 });
  });

  it('stays unpaid if nobody has a share, or there is no volume', () => {
    expect(calculate(three, 100, { percent: 5, shares: {} }).unpaid).toEqual({ pool: { not_shared: 500 } });
    expect(calculate(three, -100, { percent: 5, shares: { member: 1 } }).lines).toEqual([]);
  });
});
