import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { floorOfQuotient, MOST, ProductSums, Total } from './exact.js';

const whole = fc.maxSafeInteger();

describe('exact numbers', () => {
  it('divide and round down as whole numbers of any length do', () => {
    fc.assert(
      fc.property(whole, fc.integer({ min: 1, max: MOST }), (value, divisor) => {
        const [a, b] = [BigInt(value), BigInt(divisor)];
        const floor = a < 0n && a % b !== 0n ? a / b - 1n : a / b;
        expect(BigInt(floorOfQuotient(value, divisor))).toBe(floor);
      }),
      { numRuns: 2_000 },
    );
  });

  it('add up exactly beyond what a double holds', () => {
    fc.assert(
      fc.property(fc.array(whole), (values) => {
        const total = new Total();
        for (const value of values) total.add(value);
        expect(total.exact).toBe(values.reduce((sum, value) => sum + BigInt(value), 0n));
      }),
    );
  });

  it('add up products exactly, and subtract the sums from others', () => {
    const some = fc.array(fc.tuple(fc.nat(1), fc.nat(1_000_000), whole));
    fc.assert(
      fc.property(some, fc.nat(1_000_000), whole, (products, a, b) => {
        const sums = new ProductSums(2);
        const exact = [0n, 0n];
        for (const [member, one, other] of products) {
          sums.add(member, one, other);
          exact[member]! += BigInt(one) * BigInt(other);
        }
        for (const member of [0, 1])
          expect(BigInt(sums.lessThan(member, a, b))).toBe(BigInt(a) * BigInt(b) - exact[member]!);
      }),
    );
  });
});
