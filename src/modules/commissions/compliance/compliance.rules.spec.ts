import { describe, expect, it } from '@jest/globals';
import { percentOfWhole, sharesOf, totalOf, type KindSums, mean, percentile } from './compliance.rules.js';

const RUN: KindSums = {
  volume: { distributor: '100.0000', preferred: '100.0000', customer: '100.0000' },
  base: '300.0000',
  paid: { distributor: '10.0000', preferred: '2.0000', customer: '8.0000' },
  withoutSource: '0.0000',
};

describe('shares by kind', () => {
  it('give a line to the kind of its source', () => {
    expect(sharesOf([RUN]).commissions).toEqual({ distributor: 100_000n, preferred: 20_000n, customer: 80_000n });
  });

  it('give lines without a source by volume, to the ten-thousandth', () => {
    const { commissions } = sharesOf([{ ...RUN, withoutSource: '10.0000' }]);
    expect(commissions).toEqual({ distributor: 133_334n, preferred: 53_333n, customer: 113_333n });
    expect(totalOf(commissions)).toBe(300_000n);
  });

  it('say that nothing goes back to customers where nobody bought anything', () => {
    const volume = { distributor: '-5', preferred: '0', customer: '5' };
    expect(sharesOf([{ ...RUN, volume, withoutSource: '-3' }]).commissions.distributor).toBe(70_000n);
  });

  it('give each run by its own volumes', () => {
    const pool = { ...RUN, paid: { distributor: '0', preferred: '0', customer: '0' }, withoutSource: '9' };
    const volume = { distributor: '50', preferred: '0', customer: '0' };
    const { commissions, base } = sharesOf([pool, { ...pool, volume, base: '50' }]);
    expect(commissions).toEqual({ distributor: 120_000n, preferred: 30_000n, customer: 30_000n });
    expect(base).toBe(3_500_000n);
  });

  it('are no percentage of nothing', () => {
    expect([percentOfWhole(1n, 3n), percentOfWhole(1n, 0n)]).toEqual([333_333n, null]);
  });
});

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
