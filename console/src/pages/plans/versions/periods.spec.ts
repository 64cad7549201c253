import { describe, expect, it } from '@jest/globals';
import { beginsWith, firstDayOf, periodAfter, periodOf, sharedAfter } from './periods';

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

  it('begin on a day', () => {
    expect(
      ['2026-12', '2026-W53', '2027-W01', '2025-W01'].map((one) => firstDayOf(one)!.toISOString().slice(0, 10)),
    ).toEqual(['2026-12-01', '2026-12-28', '2027-01-04', '2024-12-30']);
    expect(firstDayOf('December')).toBeUndefined();
  });

  it('of two kinds begin together where a month begins on a Monday', () => {
    expect(beginsWith('month', '2026-W50')).toBe(false);
    expect(beginsWith('month', '2027-W05')).toBe(true);
    expect(beginsWith('week', '2027-02')).toBe(true);
    expect(sharedAfter('week', 'month', day('2026-12-01'))).toBe('2027-W05');
    expect(sharedAfter('month', 'week', day('2026-12-01'))).toBe('2027-02');
    expect(sharedAfter('week', 'month', day('2027-02-01'))).toBe('2027-W09');
  });
});
