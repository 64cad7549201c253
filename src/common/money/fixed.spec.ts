import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal, toJsonNumber } from './decimal.js';
import {
  fixed,
  fixedNumber,
  fixedText,
  isStorable,
  percentOf,
  round,
  roundedQuotient,
  timesRate,
  toDecimal,
  toFixed,
} from './fixed.js';

/** Amounts of either sign, up to the largest that is stored. */
const amounts = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n });

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

  it('calculate and leave as decimals do, to the last digit', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 1, max: 9_999 }), (one, other, quantity) => {
        const calculated = one * BigInt(quantity) + other;
        const exact = toDecimal(one).times(quantity).plus(toDecimal(other));
        expect(fixedText(calculated)).toBe(exact.toFixed(4));
        expect(JSON.stringify(fixedNumber(calculated))).toBe(JSON.stringify(toJsonNumber(exact)));
        expect(toFixed(exact)).toBe(calculated);
      }),
    );
  });

  it('round half away from zero, of either sign', () => {
    const rounded = ['1.00005', '1.00004', '-1.00005', '-1.00004', '0.00005', '-0.00005', '1e-9', '-1e-999999', '0'];
    expect(rounded.map((text) => toFixed(decimal(text)))).toEqual([
      10_001n,
      10_000n,
      -10_001n,
      -10_000n,
      1n,
      -1n,
      0n,
      0n,
      0n,
    ]);
  });

  it('round as big decimals do', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: -12, max: 6 }), (digits, exponent) => {
        const value = decimal(`${digits}e${exponent}`);
        expect(round(value).toFixed()).toBe(value.round(4, 1).toFixed());
      }),
    );
  });

  it('are multiplied by rates and percentages exactly, and rounded once', () => {
    expect([timesRate(-3n, 5_000n), timesRate(3n, 5_000n), timesRate(1n, 4_999n)]).toEqual([-2n, 2n, 0n]);
    expect(percentOf(fixed('19.99'), fixed('5'))).toBe(fixed('0.9995'));
    fc.assert(
      fc.property(amounts, amounts, (amount, rate) => {
        const product = toDecimal(amount).times(toDecimal(rate));
        expect(timesRate(amount, rate)).toBe(toFixed(product));
        expect(percentOf(amount, rate)).toBe(toFixed(product.times('0.01')));
        expect(timesRate(-amount, rate)).toBe(-timesRate(amount, rate));
      }),
    );
  });

  it('are divided to the nearest whole number', () => {
    const divisor = fc.bigInt({ min: 1n, max: 99_999_999n });
    fc.assert(
      fc.property(amounts, divisor, (amount, by) => {
        const off = 2n * (amount - roundedQuotient(amount, by) * by);
        // A half goes away from zero: what is left has then the other sign.
        expect(amount < 0n ? off > -by && off <= by : off < by && off >= -by).toBe(true);
      }),
    );
    expect(() => roundedQuotient(1n, 0n)).toThrow(RangeError);
  });

  it('fit their column up to 10 digits before the point, of either sign', () => {
    expect([99_999_999_999_999n, -99_999_999_999_999n].map(isStorable)).toEqual([true, true]);
    expect([100_000_000_000_000n, -100_000_000_000_000n].map(isStorable)).toEqual([false, false]);
  });
});
