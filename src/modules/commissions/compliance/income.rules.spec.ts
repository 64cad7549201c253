import { describe, expect, it } from '@jest/globals';
import { mean, percentile } from './income.rules.js';

describe('a percentile of incomes', () => {
  it('is the one in the middle, or half-way between two', () => {
    expect(percentile(50, 3, ['10.0000', '10.0000'], 2)).toBe(100_000n);
    expect(percentile(50, 4, ['10.0000', '20.0000'], 2)).toBe(150_000n);
  });

  it('falls between neighbours by its place, in whole cents', () => {
    // The place is 0.9 × 3 = 2.7.
    expect(percentile(90, 4, ['10', '20'], 2)).toBe(170_000n);
    expect(percentile(75, 2, ['0', '0.01'], 2)).toBe(100n);
    expect(percentile(50, 2, ['-3', '10'], 0)).toBe(40_000n);
  });

  it('of one is that one', () => {
    expect(percentile(99, 1, ['7.5', '7.5'], 2)).toBe(75_000n);
  });
});

describe('a mean', () => {
  it('is in whole cents', () => {
    expect(mean('10.0000', 3, 2)).toBe(33_300n);
  });
});
