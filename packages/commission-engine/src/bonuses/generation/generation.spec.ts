import { describe, expect, it } from '@jest/globals';
import { calculateSmall } from '../../calculate-small.js';
import { planOf, sale, type SmallMember } from '../../small-period.js';

describe('a generation bonus', () => {
  it('pays the k-th active leader above, however many others stand between', () => {
    const members: SmallMember[] = [
      { uid: 1 },
      { uid: 2, sponsor: 1 },
      { uid: 3, sponsor: 2 },
      { uid: 4, sponsor: 3 },
      { uid: 5, sponsor: 4 },
      { uid: 6, sponsor: 5 },
    ];
    const plan = planOf({
      ranks: [
        { name: 'member' },
        { name: 'gold', requires: { personal_volume: 100 } },
        { name: 'ruby', requires: { personal_volume: 200 } },
      ],
      bonuses: [{ id: 'leaders', type: 'generation', rank: 'gold', percents: [5, 3] }],
    });
    const leading = [sale(4, 100), sale(2, 200), sale(1, 100)].map((row) => ({ ...row, commissionable: 0 }));
    const result = calculateSmall({ plan, members, rows: [...leading, sale(6, 1_000)] });
    expect(result.lines).toEqual([
      { bonus: 'leaders', payee: 4, source: 6, level: 1, amount: 5_000 },
      { bonus: 'leaders', payee: 2, source: 6, level: 2, amount: 3_000 },
    ]);
  });

  it('says what nobody is there for', () => {
    const plan = planOf({ bonuses: [{ id: 'leaders', type: 'generation', rank: 'member', percents: [5, 3] }] });
    const members = [{ uid: 1 }, { uid: 2, sponsor: 1 }];
    expect(calculateSmall({ plan, members, rows: [sale(2, 100)] }).unpaid).toEqual({ leaders: { no_upline: 300 } });
  });
});
