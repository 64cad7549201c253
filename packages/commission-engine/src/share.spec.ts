import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { roundedQuotient, Share, type Rounding } from './share.js';

describe('a share', () => {
  const rounding = fc.constantFrom<Rounding[]>('half_even', 'half_up');

  it('of a value is rounded as whole numbers of any length are', () => {
    const numerator = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const denominator = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 4n }), fc.bigInt({ min: 1n, max: 10n ** 14n }));
    const value = fc.oneof(fc.integer(), fc.maxSafeInteger());
    fc.assert(
      fc.property(value, numerator, denominator, rounding, (of, up, down, how) => {
        const exact = roundedQuotient(BigInt(of) * up, down, how);
        expect(new Share(up, down, how).of(of) + 0).toBe(Number(exact));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['half_even', [0, 2, 2, -0, -2]],
    ['half_up', [1, 2, 3, -1, -2]],
  ] as const)('rounds halves %s', (how, rounded) => {
    const half = new Share(1n, 2n, how);
    expect([1, 3, 5, -1, -3].map((value) => half.of(value))).toEqual(rounded);
  });

  it('knows the most whose share is within an amount', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 10n ** 6n), (amount, up, down) => {
        const share = new Share(up, down, 'half_even');
        const most = share.mostWithin(amount);
        expect(share.exceeds(most, amount)).toBe(false);
        expect(share.exceeds(most + 1, amount)).toBe(true);
      }),
    );
  });
});
