import { describe, expect, it } from '@jest/globals';
import { paidBy, calculateSmall } from '../../calculate-small.js';
import { planOf, sale } from '../../small-period.js';

describe('a matching bonus', () => {
  const members = [
    { uid: 1 },
    { uid: 2, sponsor: 1 },
    { uid: 3, sponsor: 2 },
    { uid: 4, sponsor: 3 },
    { uid: 5, sponsor: 3 },
  ];

  function calculate(more: object = {}) {
    const plan = planOf({
      ...more,
      bonuses: [
        { id: 'levels', type: 'unilevel', percents: { member: [10] } },
        { id: 'match', type: 'matching', of: ['levels'], percents: { member: [20, 10] } },
        { id: 'twice', type: 'matching', of: ['match'], percents: { member: [50] } },
      ],
    });
    return calculateSmall({ plan, members, rows: [sale(4, 0.45), sale(5, 0.45), sale(4, 100)] });
  }

  it('pays on what a source earned, as its lines were rounded, adding them up', () => {
    // 3 earned 10.04 (10.045, a half to the even cent) and 0.04.
    const result = calculate();
    expect(paidBy(result, 'levels')).toEqual({ 3: 1_004 + 4 });
    expect(result.lines.filter(({ bonus }) => bonus === 'match')).toEqual([
      { bonus: 'match', payee: 2, source: 3, level: 1, amount: 202 },
      { bonus: 'match', payee: 1, source: 3, level: 2, amount: 101 },
    ]);
  });

  it('pays on another matching bonus', () => {
    expect(paidBy(calculate(), 'twice')).toEqual({ 1: 101 });
  });

  it('pays on what was earned before caps', () => {
    const result = calculate({ member_cap: 1 });
    expect(paidBy(result, 'match')).toEqual({ 2: 202, 1: 101 });
    expect(paidBy(result, 'cap')).toEqual({ 3: -908, 2: -102, 1: -102 });
  });
});
