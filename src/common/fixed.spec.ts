import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal, toJsonNumber } from './decimal.js';
import { fixed, fixedNumber, fixedText, toDecimal, toFixed } from './fixed.js';

describe('fixed amounts', () => {
  it('are read from what the database gives', () => {
    expect(['19.9900', '0.0001', '7', '9999999999.9999', '1.5'].map(fixed)).toEqual([
      199_900n,
      1n,
      70_000n,
      99_999_999_999_999n,
      15_000n,
    ]);
  });

  it('are written with their sign, which those of an extension may wrongly have', () => {
    expect([-1n, -5_000n, -12_345n, 0n].map(fixedText)).toEqual(['-0.0001', '-0.5000', '-1.2345', '0.0000']);
    expect(['-0.5000', '-1', '-0.0000'].map(fixed)).toEqual([-5_000n, -10_000n, 0n]);
  });

  it('reckon and leave as decimals do, to the last digit', () => {
    const amount = fc.bigInt({ min: 0n, max: 99_999_999_999_999n });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 9_999 }), (one, other, quantity) => {
        const reckoned = one * BigInt(quantity) + other;
        const exact = toDecimal(one).times(quantity).plus(toDecimal(other));
        expect(fixedText(reckoned)).toBe(exact.toFixed(4));
        expect(JSON.stringify(fixedNumber(reckoned))).toBe(JSON.stringify(toJsonNumber(exact)));
        expect(toFixed(exact)).toBe(reckoned);
      }),
    );
  });

  it('round half away from zero', () => {
    expect(toFixed(decimal('1.00005'))).toBe(10_001n);
    expect(toFixed(decimal('1.00004'))).toBe(10_000n);
  });
});
