import { describe, expect, it } from '@jest/globals';
import type { Instance } from '../support/instance.js';
import { figuresOf } from './figures.js';
import type { Attempt } from './retrier.js';

const instance = {} as Instance;
const attempt = (begun: number, ended: number, outcome: Attempt['outcome']): Attempt => ({
  instance,
  begun,
  ended,
  outcome,
});
const span = { begun: 1_000, ended: 20_000 };

describe('the figures of a fault', () => {
  it('count the outage from the first request that fails until the last answer that it does', () => {
    const attempts = [attempt(900, 6_000, 503), attempt(6_500, 6_600, 200), attempt(8_000, 9_900, 503)];
    expect(figuresOf(attempts, [], span)).toMatchObject({ outage: 9, unavailable: 2, ok: 1, others: [] });
  });

  it('have no outage without a failure', () => {
    expect(figuresOf([attempt(2_000, 2_100, 200)], [], span)).toMatchObject({ outage: 0, unavailable: 0 });
  });

  it('leave out what was before and after', () => {
    const attempts = [attempt(0, 999, 503), attempt(20_001, 20_100, 503)];
    expect(figuresOf(attempts, [], span)).toMatchObject({ outage: 0, unavailable: 0, ok: 0 });
  });

  it('name other failures, also connections that were cut', () => {
    const attempts = [attempt(2_000, 2_100, 500), attempt(2_000, 2_100, 'cut'), attempt(2_000, 2_100, 404)];
    expect(figuresOf(attempts, [], span).others).toEqual(['500', 'cut']);
  });

  it('take the slowest request with all its attempts', () => {
    const requests = [
      { begun: 2_000, ended: 14_500, attempts: 9 },
      { begun: 3_000, ended: 4_000, attempts: 1 },
    ];
    expect(figuresOf([], requests, span).slowest).toBe(12.5);
  });
});
