import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal, isStorableDecimal, toJsonNumber } from './decimal.js';
import { round } from './fixed.js';

describe('decimals', () => {
  it.each([0, 0.0001, 1, 19.99, 9999999999.9999, 0.1])('take %d', (value) => {
    expect(isStorableDecimal(value)).toBe(true);
  });

  it.each([-1, -0.0001, 0.00001, 10_000_000_000, Number.NaN, Infinity, 1e-7])('refuse %d', (value) => {
    expect(isStorableDecimal(value)).toBe(false);
  });

  it('are those that have no digit too many', () => {
    const scaled = fc.tuple(fc.nat(), fc.nat(8)).map(([digits, places]) => Number(`${digits}e-${places}`));
    fc.assert(
      fc.property(fc.oneof(scaled, fc.double({ min: 0, max: 1e11, noNaN: true })), (value) => {
        const exact = decimal(value);
        expect(isStorableDecimal(value)).toBe(exact.lt(1e10) && round(exact).eq(exact));
      }),
      { numRuns: 1_000 },
    );
  });

  it('do not lose a digit, where a double would', () => {
    const total = decimal('9999999999.9999').times(9999).times(500);
    expect(JSON.stringify({ total: toJsonNumber(total) })).toBe(
      '{"total":49994999999999500.0500}'.replace('0500}', '05}'),
    );
    expect(JSON.stringify(toJsonNumber(decimal(0.1).plus(decimal(0.2))))).toBe('0.3');
  });

  it('leave as JSON numbers without trailing zeros', () => {
    expect(
      ['10.5000', '0.0000', '100', '12345678901234567.5000'].map((text) => JSON.stringify(toJsonNumber(text))),
    ).toEqual(['10.5', '0', '100', '12345678901234567.5']);
  });

  it('come back from the database and JSON as they went in', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.integer({ min: 0, max: 9_999 }), (whole, part) => {
        const value = Number(`${whole}.${String(part).padStart(4, '0')}`);
        expect(isStorableDecimal(value)).toBe(true);
        expect(JSON.parse(JSON.stringify(toJsonNumber(decimal(value).toFixed(4))))).toBe(value);
      }),
    );
  });
});
