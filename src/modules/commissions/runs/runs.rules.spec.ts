import { describe, expect, it } from '@jest/globals';
import { endOf, progressOf } from './runs.rules.js';

describe('a run', () => {
  it('goes on while its job does', () => {
    for (const state of ['waiting', 'running'] as const) expect(endOf({ state, finishedAt: null })).toBeUndefined();
  });

  it('has ended when its job has, or is not known any more', () => {
    const finishedAt = new Date();
    const error = expect.any(String);
    expect(endOf({ state: 'cancelled', finishedAt })).toEqual({
      status: 'cancelled',
      error: null,
      endedAt: finishedAt,
    });
    for (const state of ['failed', 'done'] as const)
      expect(endOf({ state, finishedAt })).toEqual({ status: 'failed', error, endedAt: finishedAt });
    expect(endOf(undefined)).toEqual({ status: 'failed', error, endedAt: null });
  });

  it('tells its progress from 0 to 1, in hundredths', () => {
    expect(progressOf({ status: 'queued' }, { done: 5, total: 10 })).toBe(0);
    expect(progressOf({ status: 'running' }, { done: 1, total: 3 })).toBe(0.33);
    expect(progressOf({ status: 'running' }, { done: 4, total: 3 })).toBe(1);
    expect(progressOf({ status: 'running' }, { done: 4, total: null })).toBe(0);
    expect(progressOf({ status: 'running' }, undefined)).toBe(0);
    for (const status of ['calculated', 'approved', 'posted', 'discarded'] as const)
      expect(progressOf({ status }, undefined)).toBe(1);
    expect(progressOf({ status: 'failed' }, undefined)).toBe(0);
  });
});
