import { describe, expect, it } from '@jest/globals';
import { paidBy, calculateSmall } from '../../calculate-small.js';
import { planOf, sale, type SmallMember, type SmallRow } from '../../small-period.js';

const DAY_MS = 86_400_000;

/** 3 came 20 days before the period. */
const MEMBERS: readonly SmallMember[] = [
  { uid: 1 },
  { uid: 2, sponsor: 1 },
  { uid: 3, sponsor: 2, enrolledDaysBefore: 20 },
];

function calculate(rows: readonly SmallRow[], members = MEMBERS) {
  const plan = planOf({
    bonuses: [
      { id: 'start', type: 'fast_start', days: 30, percents: [20, 10], excludes: ['levels'] },
      { id: 'levels', type: 'unilevel', percents: { member: [5] } },
      { id: 'others', type: 'generation', rank: 'member', percents: [1] },
    ],
  });
  const result = calculateSmall({ plan, members, rows });
  return { start: paidBy(result, 'start'), levels: paidBy(result, 'levels'), others: paidBy(result, 'others') };
}

describe('a fast-start bonus', () => {
  it('pays on what was bought before the last instant of the days, and keeps it from the bonuses that it excludes', () => {
    const last = 10 * DAY_MS - 1;
    expect(calculate([sale(3, 100, { at: last }), sale(3, 10, { at: last + 1 })])).toEqual({
      start: { 2: 2_000, 1: 1_000 },
      levels: { 2: 50 },
      others: { 2: 110 },
    });
  });

  it('counts a return in the window of the sale that it takes back', () => {
    const rows = [
      sale(3, 100, { at: 0 }),
      sale(3, -40, { at: 15 * DAY_MS, takesBack: 0 }),
      sale(3, 50, { at: 16 * DAY_MS }),
    ];
    expect(calculate(rows)).toEqual({ start: { 2: 1_200, 1: 600 }, levels: { 2: 250 }, others: { 2: 110 } });
  });

  it('leaves the level of who is not active unpaid', () => {
    const members = MEMBERS.map((member) => (member.uid === 2 ? { ...member, status: 'suspended' as const } : member));
    expect(calculate([sale(3, 100)], members).start).toEqual({ 1: 1_000 });
  });

  it('takes the longest window of several that exclude a bonus', () => {
    const plan = planOf({
      bonuses: [
        { id: 'short', type: 'fast_start', days: 21, percents: [10], excludes: ['levels'] },
        { id: 'long', type: 'fast_start', days: 30, percents: [1], excludes: ['levels'] },
        { id: 'levels', type: 'unilevel', percents: { member: [5] } },
      ],
    });
    const rows = [sale(3, 100, { at: 5 * DAY_MS })];
    const result = calculateSmall({ plan, members: MEMBERS, rows });
    expect(result.lines).toEqual([{ bonus: 'long', payee: 2, source: 3, level: 1, amount: 100 }]);
  });
});
