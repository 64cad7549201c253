import { describe, expect, it } from '@jest/globals';
import { delayAfter, FREE_FAILURES } from './login-slowing.rules.js';

describe('the delay of an attempt to log in', () => {
  it.each([
    [0, 0],
    [20, 0],
    [21, 50],
    [70, 2_500],
    [120, 5_000],
    [1_000_000, 5_000],
  ])('after %i failures is %i ms', (failures, ms) => {
    expect(delayAfter(failures, FREE_FAILURES)).toBe(ms);
  });
});
