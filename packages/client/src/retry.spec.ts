import { describe, expect, it } from '@jest/globals';
import { pause, pauseBefore } from './retry.js';

const failed = (status: number, more = {}) => ({ failed: 1, method: 'GET', status, retryAfter: undefined, ...more });

describe('pauseBefore', () => {
  it('doubles each time, and is between half and the whole', () => {
    const of = (times: number, random: number) => pauseBefore(failed(503, { failed: times }), {}, random);
    expect([1, 2, 3, 4].map((times) => of(times, 1))).toEqual([300, 600, 1200, undefined]);
    expect([1, 2, 3].map((times) => of(times, 0))).toEqual([150, 300, 600]);
  });

  it.each([0, 408, 429, 500, 502, 503, 504])('repeats after %d, unless the method has no idempotency key', (status) => {
    expect(pauseBefore(failed(status, { method: 'POST' }), {}, 1)).toBe(300);
    expect(pauseBefore(failed(status, { method: 'PATCH' }), {}, 1)).toBeUndefined();
  });

  it.each([400, 401, 403, 404, 409, 422])('does not repeat after %d', (status) => {
    expect(pauseBefore(failed(status), {}, 1)).toBeUndefined();
  });

  it('is as long as the service says, if it says how long, and never shorter', () => {
    expect(pauseBefore(failed(429, { retryAfter: 7 }), {}, 0)).toBe(7000);
    expect(pauseBefore(failed(409, { retryAfter: 1, method: 'PATCH' }), {}, 1)).toBe(1300);
  });

  it('is not longer than wanted: the call fails instead', () => {
    expect(pauseBefore(failed(429, { retryAfter: 21 }), {}, 0)).toBeUndefined();
    expect(pauseBefore(failed(429, { retryAfter: 21 }), { longestPauseMs: 21_000 }, 0)).toBe(21_000);
    expect(pauseBefore(failed(503, { failed: 9 }), { times: 10, longestPauseMs: 1000 }, 1)).toBe(1000);
  });
});

describe('pause', () => {
  it('ends with the reason of the signal', async () => {
    const abort = new AbortController();
    const waiting = pause(600_000, abort.signal);
    abort.abort(new Error('left the page'));
    await expect(waiting).rejects.toThrow('left the page');
  });
});
