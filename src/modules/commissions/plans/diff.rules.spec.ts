import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validPlans } from '#test/support/plan-arbitrary.js';
import { HYBRID } from './templates.js';
import { differences } from './diff.rules.js';

const plan = () => structuredClone(HYBRID.plan);

describe('the differences of two plans', () => {
  it('are none between a plan and itself, and some between any two others', () => {
    fc.assert(
      fc.property(validPlans, validPlans, (one, other) => {
        expect(differences(one, structuredClone(one))).toEqual([]);
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(differences(one, other).length > 0).toBe(!isSame);
      }),
      { numRuns: 100 },
    );
  });

  it('name what was changed, added and taken away by its path, and in words', () => {
    const after = plan();
    after.ranks[1]!.requires!.group_volume = 1500;
    delete after.member_cap;
    after.bonuses = after.bonuses.filter(({ id }) => id !== 'fast_start');
    after.bonuses.push({ id: 'extra', type: 'retail', percent: 10 });
    const unilevel = after.bonuses.find((bonus) => bonus.type === 'unilevel')!;
    unilevel.percents.gold = [5, 4, 3];
    expect(differences(plan(), after)).toEqual([
      {
        kind: 'changed',
        path: 'ranks[1].requires.group_volume',
        old: 1000,
        new: 1500,
        label: 'ranks › silver › requires › group volume',
      },
      {
        kind: 'changed',
        path: 'bonuses[1].percents.gold',
        old: [5, 4, 3, 2, 1],
        new: [5, 4, 3],
        label: 'bonuses › unilevel › percents › gold',
      },
      expect.objectContaining({ kind: 'added', path: 'bonuses[6]', new: { id: 'extra', type: 'retail', percent: 10 } }),
      expect.objectContaining({ kind: 'removed', path: 'bonuses[1]', label: 'bonuses › fast_start' }),
      { kind: 'removed', path: 'member_cap', label: 'member cap', old: 50000 },
    ]);
  });

  it('tell what only stands elsewhere now', () => {
    const after = plan();
    after.bonuses.reverse();
    const found = differences(plan(), after);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['moved']));
    expect(found[0]).toEqual({ kind: 'moved', path: 'bonuses[0]', label: 'bonuses › advancement', old: 6, new: 0 });
  });
});
