import { describe, expect, it } from '@jest/globals';
import { paidBy, calculateSmall } from '../../calculate-small.js';
import { planOf, sale, type SmallMember, type SmallRow } from '../../small-period.js';

/** The well-known schedule of a stair step: from 3 % at 100 points to 25 % at 7,500. */
const SCHEDULE = [
  [100, 3],
  [300, 6],
  [600, 9],
  [1_000, 12],
  [1_500, 15],
  [2_500, 18],
  [4_000, 21],
  [6_000, 23],
  [7_500, 25],
].map(([from, percent]) => ({ from, percent }));

const STEPS = [
  { from: 100, percent: 5 },
  { from: 1_000, percent: 10 },
  { from: 2_000, percent: 20 },
];

function calculate(members: readonly SmallMember[], rows: readonly SmallRow[], more: object = {}) {
  const plan = planOf({ bonuses: [{ id: 'steps', type: 'differential', steps: STEPS, ...more }] });
  return calculateSmall({ plan, members, rows });
}

describe('a differential bonus', () => {
  it('pays “6-4-2”: six in the frontline, four below each, two below each of these, 100 points each', () => {
    const members: SmallMember[] = [{ uid: 1 }];
    let uid = 1;
    const below = (sponsor: number, widths: readonly number[]): void => {
      const [width = 0, ...rest] = widths;
      for (let index = 0; index < width; index += 1) {
        uid += 1;
        members.push({ uid, sponsor });
        below(uid, rest);
      }
    };
    below(1, [6, 4, 2]);
    expect(members).toHaveLength(79);
    const result = calculate(
      members,
      members.map((member) => sale(member.uid, 100)),
      { steps: SCHEDULE },
    );
    const paid = paidBy(result, 'steps');
    // 25 % of 7,900 less 12 % of six groups of 1,300.
    expect(paid[1]).toBe(197_500 - 6 * 15_600);
    // 12 % of 1,300 less 6 % of four groups of 300.
    expect(paid[2]).toBe(15_600 - 4 * 1_800);
    // 6 % of 300 less 3 % of two times 100; and 3 % of 100.
    expect(paid[3]).toBe(1_800 - 2 * 300);
    expect(paid[4]).toBe(300);
    // In all, 25 % of everything.
    expect(Object.values(paid).reduce((sum, amount) => sum + amount)).toBe(197_500);
  });

  it('lets who is at the highest step break away, and pays leadership to the nearest above who has too', () => {
    const members = [{ uid: 1 }, { uid: 2, sponsor: 1 }, { uid: 3, sponsor: 2 }, { uid: 4, sponsor: 3 }];
    const rows = [sale(1, 2_000), sale(2, 100), sale(3, 2_000), sale(4, 50)];
    const result = calculate(members, rows, { breakaway: { leadership_percent: 4 } });
    expect(result.lines).toEqual([
      { bonus: 'steps', payee: 3, amount: 41_000 },
      { bonus: 'steps', payee: 2, amount: 500 },
      { bonus: 'steps', payee: 1, amount: 42_000 - 500 },
      { bonus: 'steps', payee: 1, source: 3, level: 1, amount: 8_200 },
    ]);
    expect(result.unpaid).toEqual({ steps: { no_upline: 8_400 } });
  });

  it('deducts what who is not active would have got, and leaves it unpaid', () => {
    const members: SmallMember[] = [{ uid: 1 }, { uid: 2, sponsor: 1, status: 'suspended' }];
    const result = calculate(members, [sale(1, 1_000), sale(2, 100)]);
    expect(paidBy(result, 'steps')).toEqual({ 1: 11_000 - 500 });
    expect(result.unpaid).toEqual({ steps: { not_active: 500 } });
  });

  it('counts customers and terminated members as the own volume of the nearest payee', () => {
    const members: SmallMember[] = [
      { uid: 1 },
      { uid: 2, sponsor: 1, status: 'terminated' },
      { uid: 3, sponsor: 2 },
      { uid: 4, sponsor: 3, kind: 'customer' },
    ];
    const result = calculate(members, [sale(2, 900), sale(3, 60), sale(4, 40)]);
    expect(paidBy(result, 'steps')).toEqual({ 3: 500, 1: 10_000 - 500 });
  });

  it('measures steps in qualifying and pays on commissionable volume, never below 0', () => {
    const members = [{ uid: 1 }, { uid: 2, sponsor: 1 }];
    const rows = [sale(2, 1_000), { ...sale(1, -950), commissionable: 0 }];
    // 1 is at no step with 50, while 2 has 10 % of 1,000.
    expect(paidBy(calculate(members, rows), 'steps')).toEqual({ 2: 10_000 });
  });

  it('is exact where products leave what a double holds', () => {
    const members = [{ uid: 1 }, { uid: 2, sponsor: 1 }, { uid: 3, sponsor: 1 }];
    const volume = 60_000_000_000.0003;
    const steps = [
      { from: 100, percent: 3.1233 },
      { from: 90_000_000_000, percent: 7.1237 },
    ];
    const rows = [sale(2, volume), sale(3, volume), sale(1, 0.0001)];
    // In ten-thousandths of volume and of a percent; 10^8 of their products are a cent.
    const products = 71_237n * 1_200_000_000_000_007n - 2n * 31_233n * 600_000_000_000_003n;
    const cents = (products + 50_000_000n) / 100_000_000n;
    expect(paidBy(calculate(members, rows, { steps }), 'steps')[1]).toBe(Number(cents));
  });
});
