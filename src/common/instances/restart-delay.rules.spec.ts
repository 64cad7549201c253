import { describe, expect, it } from '@jest/globals';
import { restartDelay } from './restart-delay.rules.js';

describe('the wait before a worker is started anew', () => {
  it.each([
    [0, 0],
    [1, 500],
    [2, 1_000],
    [5, 8_000],
    [7, 30_000],
    [10_000, 30_000],
  ])('is, after %i failures in a row, %i ms', (failures, ms) => {
    expect(restartDelay(failures)).toBe(ms);
  });
});
