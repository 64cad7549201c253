import { describe, expect, it } from '@jest/globals';
import { calculateSmall } from '../../calculate-small.js';
import { planOf, type SmallMember, type SmallRow } from '../../small-period.js';

const UNIT = 10_000;

function bought(member: number, price: number, wholesale: number): SmallRow {
  return { member, qualifying: 0, commissionable: 0, price: price * UNIT, wholesale: wholesale * UNIT };
}

describe('retail', () => {
  const members: readonly SmallMember[] = [
    { uid: 1 },
    { uid: 2, sponsor: 1 },
    { uid: 3, sponsor: 2, kind: 'customer' },
    { uid: 4, sponsor: 3, kind: 'preferred' },
  ];

  function calculate(rows: readonly SmallRow[], parts: object = {}, all = members) {
    const plan = planOf({ rate: 0.5, bonuses: [{ id: 'shop', type: 'retail', ...parts }] });
    return calculateSmall({ plan, members: all, rows });
  }

  it('pays the margin of customers to the nearest payee above, whatever the rate', () => {
    expect(calculate([bought(3, 100, 70), bought(4, 20, 15), bought(3, -50, -35), bought(2, 99, 1)]).lines).toEqual([
      { bonus: 'shop', payee: 2, source: 3, level: 1, amount: 1_500 },
      { bonus: 'shop', payee: 2, source: 4, level: 1, amount: 500 },
    ]);
  });

  it('pays a part of it', () => {
    expect(calculate([bought(3, 100, 70)], { percent: 33.3333 }).lines[0]!.amount).toBe(1_000);
  });

  it('is never below 0 for a customer', () => {
    expect(calculate([bought(3, 10, 12), bought(4, 20, 15)]).lines).toHaveLength(1);
  });

  it('stays unpaid if the nearest payee is not active, and past who is terminated', () => {
    const with2 = (status: 'suspended' | 'terminated') =>
      members.map((one) => (one.uid === 2 ? { ...one, status } : one));
    expect(calculate([bought(3, 100, 70)], {}, with2('suspended')).unpaid).toEqual({ shop: { not_active: 3_000 } });
    expect(calculate([bought(3, 100, 70)], {}, with2('terminated')).lines[0]!.payee).toBe(1);
  });
});
