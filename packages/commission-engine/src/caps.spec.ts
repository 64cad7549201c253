import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { paidBy, calculateSmall } from './calculate-small.js';
import { planOf, sale } from './small-period.js';

/** Members who get 10 % of what a customer of their own buys. */
function calculate(volumes: readonly number[], caps: object, more: readonly number[] = []) {
  const members = volumes.flatMap((_, index) => [
    { uid: index + 1 },
    { uid: index + 101, sponsor: index + 1, kind: 'customer' as const },
  ]);
  const plan = planOf({ ...caps, bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10] } }] });
  const rows = [...volumes.map((volume, index) => sale(index + 101, volume)), ...more.map((volume) => sale(1, volume))];
  return calculateSmall({ plan, members, rows });
}

describe('caps', () => {
  it('take off what a member has above its cap', () => {
    expect(paidBy(calculate([1_000, 500], { member_cap: 60 }), 'cap')).toEqual({ 1: -4_000 });
  });

  it('take off in proportion what all have above the payout’s, away from zero', () => {
    // 10 % are paid, 3 % of 1,000.10 are admitted: 30.003 of 100.01.
    const cap = paidBy(calculate([600, 300, 100.1], { payout_cap_percent: 3 }), 'cap');
    expect(cap).toEqual({ 1: -4_200, 2: -2_100, 3: -701 });
  });

  it('stand one after the other', () => {
    const result = calculate([1_000, 500], { member_cap: 60, payout_cap_percent: 5 });
    expect(result.lines.filter(({ bonus }) => bonus === 'cap').map(({ payee, amount }) => [payee, amount])).toEqual([
      [1, -4_000],
      [1, -1_910],
      [2, -1_591],
    ]);
  });

  it('take off everything if there is no volume to pay of', () => {
    expect(paidBy(calculate([1_000, 500], { payout_cap_percent: 5 }, [-1_500]), 'cap')).toEqual({
      1: -10_000,
      2: -5_000,
    });
    expect(paidBy(calculate([1_000, 500], { payout_cap_percent: 5 }, [-9_500]), 'cap')).toEqual({
      1: -10_000,
      2: -5_000,
    });
  });

  it('leave a payout that is not above alone', () => {
    expect(paidBy(calculate([1_000, 500], { payout_cap_percent: 10 }), 'cap')).toEqual({});
  });

  it('keep the payout within its cap, and less than a cent for each member below', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 20 }), fc.nat(9), (cents, percent) => {
        const volumes = cents.map((volume) => volume / 100);
        const [free, capped] = [calculate(volumes, {}), calculate(volumes, { payout_cap_percent: percent })];
        const sumOf = ({ lines }: typeof free): number => lines.reduce((sum, { amount }) => sum + amount, 0);
        const cap = (cents.reduce((sum, one) => sum + one, 0) * percent) / 100;
        expect(sumOf(capped)).toBeLessThanOrEqual(cap);
        expect(sumOf(capped)).toBeGreaterThanOrEqual(Math.min(sumOf(free), cap) - volumes.length);
      }),
    );
  });
});
