import { describe, expect, it } from '@jest/globals';
import { periodAfter, periodOf } from './periods';

const day = (text: string): Date => new Date(`${text}T12:00:00Z`);

describe('periods', () => {
  it.each([
    ['2026-11-23', '2026-11', '2026-W48'],
    ['2027-01-01', '2027-01', '2026-W53'],
    ['2027-01-04', '2027-01', '2027-W01'],
    ['2024-12-30', '2024-12', '2025-W01'],
    ['2026-02-28', '2026-02', '2026-W09'],
  ])('of %s are %s and %s', (text, month, week) => {
    expect(periodOf('month', day(text))).toBe(month);
    expect(periodOf('week', day(text))).toBe(week);
  });

  it('follow each other over the end of a year', () => {
    expect(periodAfter('month', day('2026-12-31'))).toBe('2027-01');
    expect(periodAfter('month', day('2027-01-31'))).toBe('2027-02');
    expect(periodAfter('week', day('2026-12-28'))).toBe('2027-W01');
  });
});
