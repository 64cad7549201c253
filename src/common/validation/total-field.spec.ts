import { describe, expect, it } from '@jest/globals';
import { fixed } from '../money/fixed.js';
import { isTotal, validateTotal } from './total-field.js';

describe('the total that a client expects', () => {
  it.each([0, 24.9, 99_999_999_999.9999, 0.0001, 1e17])('may be %s', (value) => {
    expect(validateTotal(value)).toBeUndefined();
  });

  it.each([
    ['24.9', 'must be a number'],
    [true, 'must be a number'],
    [-0.0001, 'must not be negative'],
    [24.90001, 'must have at most 4 decimals'],
    [1e-9, 'must have at most 4 decimals'],
    [NaN, 'must have at most 4 decimals'],
  ])('must not be %p', (value, problem) => {
    expect(validateTotal(value)).toMatch(problem);
  });

  it('is compared exactly', () => {
    expect(isTotal(24.9, fixed('24.9000'))).toBe(true);
    expect(isTotal(0.3, fixed('0.1') + fixed('0.2'))).toBe(true);
    expect(isTotal(24.9, fixed('24.9001'))).toBe(false);
    expect(isTotal(99_989_999_999_999, fixed('99989999999999.0001'))).toBe(false);
  });
});
