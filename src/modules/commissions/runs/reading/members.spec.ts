import { describe, expect, it } from '@jest/globals';
import { arrange, placesByKey, UidIndex } from './members.js';

describe('an index of uids', () => {
  it.each([
    ['close together', [3, 4, 7, 9]],
    ['far apart', [3, 40_000, 7_000_000, 9e15]],
  ])('finds those that are %s, and no others', (_, uids) => {
    const index = new UidIndex(Float64Array.from(uids));
    expect(uids.map((uid) => index.of(uid))).toEqual([0, 1, 2, 3]);
    for (const uid of [0, 2, 5, 8, 10, 50_000, 1e16]) expect(index.of(uid)).toBe(-1);
    const placed = new UidIndex(Float64Array.from(uids), Int32Array.of(2, 0, 3, 1));
    expect(uids.map((uid) => placed.of(uid))).toEqual([2, 0, 3, 1]);
  });

  it('finds nothing where there is nothing', () => {
    expect(new UidIndex(new Float64Array(0)).of(1)).toBe(-1);
  });
});

describe('putting columns in the order of a key', () => {
  it('leaves those alone that are in it', () => {
    expect(placesByKey(Float64Array.of(1, 2, 9))).toBeUndefined();
    expect(placesByKey(new Float64Array(0))).toBeUndefined();
  });

  it('sorts all columns alike', () => {
    const keys = Float64Array.of(9, 1, 5);
    const column = Int32Array.of(90, 10, 50);
    const places = placesByKey(keys)!;
    arrange(keys, places);
    arrange(column, places);
    expect([[...keys], [...column]]).toEqual([
      [1, 5, 9],
      [10, 50, 90],
    ]);
  });
});
