import { describe, expect, it } from '@jest/globals';
import { changesOf } from './comparison.rules.js';

describe('who gains and who loses', () => {
  it('is told by how much, most first', () => {
    const uid = Float64Array.of(1, 2, 3, 4, 5);
    const after = Float64Array.of(50_000, 0, 20_000, 10_000, 0);
    const before = new Map([
      [1, 10_000],
      [2, 30_000],
      [3, 10_000],
      [4, 10_000],
    ]);
    expect(changesOf(uid, after, before)).toEqual({
      gaining: 2,
      losing: 1,
      unchanged: 1,
      gainers: [
        { uid: 1, before: 1, after: 5, difference: 4 },
        { uid: 3, before: 1, after: 2, difference: 1 },
      ],
      losers: [{ uid: 2, before: 3, after: 0, difference: -3 }],
    });
  });

  it('names 20 of however many, equal ones by uid', () => {
    const uid = Float64Array.from({ length: 5_000 }, (_, at) => 5_000 - at);
    const after = uid.map((one) => (one > 4_990 ? 2 : 1));
    const { gaining, gainers } = changesOf(uid, after, new Map());
    expect(gaining).toBe(5_000);
    expect(gainers.map((one) => one.uid)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => 4_991 + at),
      ...Array.from({ length: 10 }, (_, at) => 1 + at),
    ]);
  });
});
