import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { beginsOn, dayOf, periodBefore, periodInWords, periodOf, periodWith, startOfDay } from './period.rules.js';

const days = fc
  .integer({ min: 0, max: 36_000 })
  .map((number) => new Date(Date.UTC(2000, 0, 3) + number * 86_400_000).toISOString().slice(0, 10));
const kinds = fc.constantFrom('month' as const, 'week' as const);

describe('periods', () => {
  it('are named in sentences', () => {
    expect(periodInWords('2026-03')).toBe('March 2026');
    expect(periodInWords('2026-03', 'de')).toBe('März 2026');
    expect(periodInWords('2026-W12')).toBe('2026-W12');
  });

  it('are months and ISO weeks', () => {
    expect(periodOf('2026-11')).toEqual({
      name: '2026-11',
      kind: 'month',
      firstDay: '2026-11-01',
      nextDay: '2026-12-01',
    });
    expect(periodOf('2026-W47')).toEqual({
      name: '2026-W47',
      kind: 'week',
      firstDay: '2026-11-16',
      nextDay: '2026-11-23',
    });
    expect(periodOf('2026-W01')?.firstDay).toBe('2025-12-29');
    expect(periodOf('2026-W53')?.nextDay).toBe('2027-01-04');
    expect(periodOf('2024-12')?.nextDay).toBe('2025-01-01');
  });

  it.each([
    '2026-13',
    '2026-00',
    '2026-W00',
    '2026-W54',
    '2025-W53',
    '2026-1',
    '26-11',
    '2026-w47',
    '1999-12',
    '',
    '2026-11-01',
  ])('do not have %j', (name) => {
    expect(periodOf(name)).toBeUndefined();
  });

  it('follow each other without a gap', () => {
    fc.assert(
      fc.property(kinds, days, (kind, day) => {
        const period = periodWith(kind, day);
        expect(period.firstDay <= day && day < period.nextDay).toBe(true);
        expect(beginsOn(kind, period.firstDay)).toBe(true);
        expect(periodBefore(period).nextDay).toBe(period.firstDay);
        if (period.name < '2099') expect(periodOf(period.name)).toEqual(period);
      }),
    );
  });

  it.each([
    ['2026-11-01', 'UTC', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01', 'Europe/Berlin', '2026-10-31T23:00:00.000Z'],
    ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-11-01', 'Asia/Kathmandu', '2026-10-31T18:15:00.000Z'],
    ['2026-11-01', 'Pacific/Kiritimati', '2026-10-31T10:00:00.000Z'],
    // Clocks went from midnight to one o'clock, and a whole day was left out.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('begin on %s in %s at %s', (day, timeZone, instant) => {
    expect(startOfDay(day, timeZone).toISOString()).toBe(instant);
  });

  it('begin a second after the day before has ended', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'Asia/Beirut',
      'Africa/Cairo',
      'America/Havana',
    );
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        const start = startOfDay(day, zone);
        expect(dayOf(start, zone)).toBe(day);
        expect(dayOf(new Date(start.getTime() - 1), zone) < day).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
