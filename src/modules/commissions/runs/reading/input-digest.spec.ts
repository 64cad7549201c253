import { describe, expect, it } from '@jest/globals';
import { changedSince } from './input-digest.js';

const READ = { rows: '3 6', members: '2 1', titles: '0 ', states: '2 9', edges: '2 8', posted: '0 ', plan: '1 first' };

describe('what a run has read', () => {
  it('is the same if every part is', () => {
    expect(changedSince(READ, { ...READ })).toBeUndefined();
  });

  it('is named where it is another', () => {
    expect(changedSince(READ, { ...READ, rows: '4 10' })).toBe('rows of the volume ledger');
    expect(changedSince(READ, { ...READ, titles: '1 5', plan: '2 first' })).toBe('title ranks, the plan');
  });
});
