import { describe, expect, it } from '@jest/globals';
import { Lines, TooManyLines } from './lines.js';

/** As many as one piece of the columns holds. */
const PIECE = 2 ** 17;

describe('the lines of a run', () => {
  it('are as many as a run may have, however many a plan would give', () => {
    const lines = new Lines(Float64Array.of(7), 2 * PIECE);
    for (let count = 0; count < 2 * PIECE; count += 1) lines.addLevel(0, 0, 0, 1, 50_000, 10_000, 1);
    expect(() => lines.addLevel(0, 0, 0, 1, 50_000, 10_000, 1)).toThrow(new TooManyLines(2 * PIECE));
    expect(() => lines.addLevel(0, 0, 0, 1, 50_000, 10_000, 0)).not.toThrow();
    expect(lines.length).toBe(2 * PIECE);
    expect(lines.sums()).toEqual(Float64Array.of(2 * PIECE));
  });

  it('say so in words', () => {
    expect(new TooManyLines(100_000_000).message).toBe(
      'the plan gives more than 100,000,000 lines; it needs fewer bonuses or levels',
    );
  });
});
