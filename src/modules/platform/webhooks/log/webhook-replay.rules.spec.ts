import { describe, expect, it } from '@jest/globals';
import { validateReplaySince } from './webhook-replay.rules.js';

const NOW = new Date('2026-11-21T08:30:00Z');

describe('the time since which events are sent again', () => {
  it.each([
    ['2026-11-21T08:30:00Z', undefined],
    ['2026-11-21T08:30:59Z', undefined],
    ['2026-11-21T08:31:01Z', 'must not be in the future'],
    ['2026-10-22T08:30:00Z', undefined],
    ['2026-10-22T08:29:01Z', undefined],
    ['2026-10-22T08:28:59Z', 'must be at most 30 days ago'],
    ['1970-01-01T00:00:00Z', 'must be at most 30 days ago'],
  ])('%s: %s', (since, problem) => {
    expect(validateReplaySince(new Date(since), NOW)).toBe(problem);
  });
});
