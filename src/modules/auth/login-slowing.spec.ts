import { describe, expect, it } from '@jest/globals';
import type { Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { LoginSlowing } from './login-slowing.js';

const outside = { isAmbient: false } as Database;

describe('attempts to log in that wait', () => {
  it('are as many as there are places in their line; the next comes again later', async () => {
    const slowing = new LoginSlowing(outside);
    const waiting = [1, 2, 3].map(() => slowing.wait(30, { key: 'one', places: 3 }));
    await expect(slowing.wait(30, { key: 'one', places: 3 })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      headers: { 'retry-after': '5' },
    });
    await slowing.wait(1, { key: 'other', places: 1 });
    await Promise.all(waiting);
    await slowing.wait(1, { key: 'one', places: 1 });
  });

  it('are 1,000 at most', async () => {
    const slowing = new LoginSlowing(outside);
    const waiting = Array.from({ length: 1_000 }, (_, index) => slowing.wait(50, { key: `${index}`, places: 1 }));
    await expect(slowing.wait(50, { key: 'one more', places: 1 })).rejects.toBeInstanceOf(AppError);
    await Promise.all(waiting);
  });

  it('hold no transaction', async () => {
    const slowing = new LoginSlowing({ isAmbient: true } as Database);
    await slowing.wait(0, { key: 'one', places: 1 });
    await expect(slowing.wait(1, { key: 'one', places: 1 })).rejects.toBeInstanceOf(AppError);
  });
});
