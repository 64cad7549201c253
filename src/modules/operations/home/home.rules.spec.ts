import { describe, expect, it } from '@jest/globals';
import { assertRange, daysOf, rangeBefore, rangeOf, sameMoment } from './home.rules.js';

const TODAY = '2026-11-26';

describe('a range of days', () => {
  it.each([
    [{}, { from: '2026-10-28', to: TODAY }],
    [{ from: '2026-11-20' }, { from: '2026-11-20', to: TODAY }],
    [{ to: '2026-03-01' }, { from: '2026-01-31', to: '2026-03-01' }],
    [{ from: '2026-12-24' }, { from: '2026-12-24', to: '2026-12-24' }],
  ])('of %j is %j', (asked, range) => {
    expect(rangeOf(asked, TODAY)).toEqual(range);
  });

  it('is compared with as many days before', () => {
    expect(rangeBefore({ from: '2026-03-01', to: '2026-03-03' })).toEqual({ from: '2026-02-26', to: '2026-02-28' });
    expect(daysOf({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  });

  it('has at least a day, and at most a leap year', () => {
    expect(() => assertRange({ from: '2026-11-26', to: '2026-11-25' })).toThrow('must not be before `from`');
    expect(() => assertRange({ from: '2025-11-25', to: '2026-11-26' })).toThrow('at most 365 days');
    expect(() => assertRange({ from: '2025-11-26', to: '2026-11-26' })).not.toThrow();
  });
});

describe('the same moment of another period', () => {
  const october = { from: new Date('2026-10-01Z'), to: new Date('2026-11-01Z') };
  const february = { from: new Date('2026-02-01Z'), to: new Date('2026-03-01Z') };

  it('is as long after its beginning', () => {
    expect(sameMoment(new Date('2026-10-05T12:00Z'), october, february)).toEqual(new Date('2026-02-05T12:00Z'));
  });

  it('is its end, if it is shorter', () => {
    expect(sameMoment(new Date('2026-10-31T12:00Z'), october, february)).toEqual(february.to);
  });
});
