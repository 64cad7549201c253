import { describe, expect, it } from '@jest/globals';
import type { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { delayAfter, FREE_FAILURES, LoginDelay } from './login-delay.js';

const outside = { isAmbient: false } as Database;

describe('attempts to log in that wait', () => {
  it('are as many as their queue has places; the next is refused', async () => {
    const delay = new LoginDelay(outside);
    const waiting = [1, 2, 3].map(() => delay.wait(30, { key: 'one', capacity: 3 }));
    await expect(delay.wait(30, { key: 'one', capacity: 3 })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      headers: { 'retry-after': '5' },
    });
    await delay.wait(1, { key: 'other', capacity: 1 });
    await Promise.all(waiting);
    await delay.wait(1, { key: 'one', capacity: 1 });
  });

  it('are 1,000 at most', async () => {
    const delay = new LoginDelay(outside);
    const waiting = Array.from({ length: 1_000 }, (_, index) => delay.wait(50, { key: `${index}`, capacity: 1 }));
    await expect(delay.wait(50, { key: 'one more', capacity: 1 })).rejects.toBeInstanceOf(AppError);
    await Promise.all(waiting);
  });

  it('hold no transaction', async () => {
    const delay = new LoginDelay({ isAmbient: true } as Database);
    await delay.wait(0, { key: 'one', capacity: 1 });
    await expect(delay.wait(1, { key: 'one', capacity: 1 })).rejects.toBeInstanceOf(AppError);
  });
});

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
