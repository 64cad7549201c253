import { describe, expect, it } from '@jest/globals';
import { instantOfStory } from './calendar.js';

const at = (month: number, day: number, now: string): string | undefined =>
  instantOfStory({ month, day }, new Date(now))?.toISOString();

describe('the calendar of the story', () => {
  it('counts the months back from the open one, over the turn of a year too', () => {
    expect(at(0, 1, '2027-01-20T00:00:00Z')).toBe('2026-10-01T00:00:00.000Z');
    expect(at(2, 28.5, '2027-01-20T00:00:00Z')).toBe('2026-12-28T12:00:00.000Z');
  });

  it('has all of the open month, however young that is', () => {
    const now = '2026-11-01T00:00:28Z';
    expect(at(3, 1, now)).toBe('2026-11-01T00:00:00.000Z');
    expect(at(3, 15, now)).toBe('2026-11-01T00:00:14.000Z');
    expect(at(3, 29, now)).toBe('2026-11-01T00:00:28.000Z');
  });

  it('leaves out what is still to come, of an earlier month too', () => {
    expect(at(3, 29.5, '2026-11-20T00:00:00Z')).toBeUndefined();
    expect(at(2, 32.5, '2026-11-01T00:00:28Z')).toBeUndefined();
    expect(at(2, 32.5, '2026-11-20T00:00:00Z')).toBe('2026-11-01T12:00:00.000Z');
  });
});
