import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from './paths';
import { renameBonus, renameRank, withoutRank } from './rename';

const RANKS: readonly JsonObject[] = [
  { name: 'member', requires: {} },
  { name: 'gold', requires: { any: [{ legs: [{ rank: 'gold', count: 1 }] }] } },
  { name: 'cap', requires: { legs: [{ rank: 'gold', count: 2 }] } },
];

const PLAN: JsonObject = {
  active: {},
  ranks: RANKS,
  bonuses: [
    { id: 'team', type: 'binary', cap: { gold: 5, cap: 6 } },
    { id: 'check', type: 'matching', of: ['team'], percents: { gold: [1], cap: [2] } },
    { id: 'leaders', type: 'generation', rank: 'gold' },
  ],
};

describe('a plan', () => {
  it('names a rank by its new name wherever it was named', () => {
    const renamed = renameRank(PLAN, 1, 'ruby');
    expect(JSON.stringify(renamed)).toBe(JSON.stringify(PLAN).replaceAll('gold', 'ruby'));
  });

  it('keeps its own words when a rank is called as one of them', () => {
    expect(renameRank(PLAN, 2, 'crown').bonuses).toMatchObject([
      { cap: { gold: 5, crown: 6 } },
      { percents: { gold: [1], crown: [2] } },
      {},
    ]);
    expect(withoutRank(PLAN, 2).bonuses).toEqual([
      { id: 'team', type: 'binary', cap: { gold: 5 } },
      { id: 'check', type: 'matching', of: ['team'], percents: { gold: [1] } },
      { id: 'leaders', type: 'generation', rank: 'gold' },
    ]);
  });

  it('changes nothing but the rank where a name would be that of two', () => {
    expect(renameRank(PLAN, 1, 'member')).toEqual({
      ...PLAN,
      ranks: [RANKS[0]!, { ...RANKS[1]!, name: 'member' }, RANKS[2]!],
    });
  });

  it('names a bonus by its new id wherever it was named', () => {
    expect(renameBonus(PLAN, 0, 'pairs').bonuses).toMatchObject([{ id: 'pairs' }, { of: ['pairs'] }, {}]);
  });
});
