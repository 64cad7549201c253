import { describe, expect, it } from '@jest/globals';
import { calculateSmall } from '../../calculate-small.js';
import { planOf, sale, type SmallMember } from '../../small-period.js';

function calculate(member: Partial<SmallMember>) {
  const ranks = ['silver', 'gold', 'ruby'].map((name, index) => ({
    name,
    requires: { personal_volume: 100 * (index + 1) },
  }));
  const plan = planOf({
    ranks: [{ name: 'member' }, ...ranks],
    bonuses: [{ id: 'rise', type: 'rank_advancement', amounts: { silver: 50, gold: 200, ruby: 1_000 } }],
  });
  const { lines, members } = calculateSmall({ plan, members: [{ uid: 1, ...member }], rows: [sale(1, 250)] });
  return { lines: lines.map(({ rank, amount }) => [rank, amount]), title: members.get(1)!.title };
}

describe('rank advancement', () => {
  it('pays a line for each rank that is reached or passed', () => {
    const lines = [
      ['silver', 5_000],
      ['gold', 20_000],
    ];
    expect(calculate({})).toEqual({ lines, title: 'gold' });
  });

  it('pays once in a life', () => {
    expect(calculate({ title: 'silver' })).toEqual({ lines: [['gold', 20_000]], title: 'gold' });
    expect(calculate({ title: 'ruby' })).toEqual({ lines: [], title: 'ruby' });
  });

  it('pays nothing to who is suspended', () => {
    expect(calculate({ status: 'suspended' })).toEqual({ lines: [], title: 'member' });
  });
});
