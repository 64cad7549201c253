import { describe, expect, it } from '@jest/globals';
import { calculate, inputOf, planOf, sale, type SmallPeriod } from '@commerce/commission-engine';
import { summaryOf } from './summary.rules.js';

const MEMBERS: SmallPeriod['members'] = [
  { uid: 7 },
  { uid: 5, sponsor: 7 },
  { uid: 3, sponsor: 5 },
  { uid: 4, sponsor: 5, kind: 'customer' },
];

function summary(small: Partial<SmallPeriod>, plan: Record<string, unknown> = {}) {
  const period: SmallPeriod = {
    plan: planOf({ bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10, 5] } }], ...plan }),
    members: MEMBERS,
    rows: [],
    ...small,
  };
  const { input } = inputOf(period);
  return summaryOf(period.plan, input, calculate(period.plan, input));
}

describe('the summary of a run', () => {
  it('has nothing where nothing was sold', () => {
    expect(summary({})).toEqual({
      members: 4,
      distributors: 3,
      active: 3,
      payees: 0,
      lines: 0,
      qualifying_volume: 0,
      commissionable_volume: 0,
      payout: 0,
      payout_percent: null,
      clawed_back: 0,
      by_bonus: [{ bonus: 'levels', type: 'unilevel', amount: 0, members: 0, lines: 0 }],
      by_rank: [{ rank: 'member', members: 3, active: 3, amount: 0 }],
      by_level: [],
      unpaid: [],
      highest: null,
      median: 0,
    });
  });

  it('adds up by bonus, level and rank, with caps', () => {
    const told = summary(
      { rows: [sale(3, 100), sale(4, 50.02), sale(5, 10)] },
      {
        bonuses: [
          { id: 'levels', type: 'unilevel', percents: { member: [10, 5] } },
          { id: 'pool', type: 'pool', percent: 1, shares: { member: 1 } },
        ],
        member_cap: 10,
      },
    );
    expect(told).toMatchObject({ payout: 19.57, payees: 3, lines: 9, highest: { uid: 5, amount: 10 }, median: 9.03 });
    expect(told.by_bonus).toEqual([
      { bonus: 'levels', type: 'unilevel', amount: 23.5, members: 2, lines: 5 },
      { bonus: 'pool', type: 'pool', amount: 1.6, members: 3, lines: 3 },
      { bonus: 'cap', type: 'cap', amount: -5.53, members: 1, lines: 1 },
    ]);
    expect(told.by_level).toEqual([
      { bonus: 'levels', level: 1, amount: 16, lines: 3 },
      { bonus: 'levels', level: 2, amount: 7.5, lines: 2 },
    ]);
    for (const sums of [told.by_bonus, told.by_rank]) {
      expect(sums.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(1957);
    }
    expect(told.payout_percent).toBe(12.2297);
  });

  it('takes the lowest uid of those who got most, and the mean of two in the middle', () => {
    const told = summary(
      {
        members: [{ uid: 9 }, { uid: 8 }, { uid: 2, sponsor: 9 }, { uid: 1, sponsor: 8 }],
        rows: [sale(2, 10), sale(1, 10.1)],
      },
      { bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10] } }] },
    );
    expect(told).toMatchObject({ highest: { uid: 8, amount: 1.01 }, median: 1.005 });
    const equal = summary(
      {
        members: [{ uid: 9 }, { uid: 8 }, { uid: 2, sponsor: 9 }, { uid: 1, sponsor: 8 }],
        rows: [sale(2, 10), sale(1, 10)],
      },
      { bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10] } }] },
    );
    expect(equal.highest).toEqual({ uid: 8, amount: 1 });
  });

  it('has what was taken back above 0, within what was paid', () => {
    const told = summary({
      rows: [sale(3, -100, { takesBack: 'earlier' })],
      earlier: [
        {
          plan: planOf({ bonuses: [{ id: 'old', type: 'unilevel', percents: { member: [10] } }] }),
          returns: [{ source: 3, soldAt: -1, commissionable: 1_000_000, margin: 0, posted: false }],
          lines: [{ bonus: 'old', payee: 5, source: 3, level: 1, base: 2_000_000, amount: 2_000 }],
          paid: { 5: { before: 2_000, left: 2_000 } },
        },
      ],
    });
    expect(told).toMatchObject({ payout: -10, clawed_back: 10, payout_percent: null, highest: null, median: 0 });
    expect(told.by_bonus[1]).toEqual({ bonus: 'clawback', type: 'clawback', amount: -10, members: 1, lines: 1 });
  });
});
