import type { Plan } from '../plans.queries';

type PeriodKind = Plan['period'];

const DAY_MS = 86_400_000;

/** The name of the period of which a day is part: `2027-01`, or the ISO week `2027-W01`. @param day a date in UTC */
export function periodOf(kind: PeriodKind, day: Date): string {
  if (kind === 'month') return day.toISOString().slice(0, 7);
  // An ISO week belongs to the year of its Thursday.
  const thursday = new Date(day.getTime() + (3 - ((day.getUTCDay() + 6) % 7)) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The period after the one of a day. */
export function periodAfter(kind: PeriodKind, day: Date): string {
  const next =
    kind === 'month'
      ? new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1))
      : new Date(day.getTime() + 7 * DAY_MS);
  return periodOf(kind, next);
}

/** An example of a period, for people who type one. */
export const examplePeriod = (kind: PeriodKind): string => (kind === 'month' ? '2027-01' : '2027-W01');

/** The first day of a period, in UTC; undefined for what is none. */
export function firstDayOf(period: string): Date | undefined {
  const [, year, isWeek, number] = /^(\d{4})-(W?)(\d\d)$/.exec(period) ?? [];
  if (year === undefined) return undefined;
  if (isWeek === '') return new Date(Date.UTC(Number(year), Number(number) - 1, 1));
  // The first week of a year has its January 4.
  const fourth = new Date(Date.UTC(Number(year), 0, 4));
  return new Date(fourth.getTime() + ((Number(number) - 1) * 7 - ((fourth.getUTCDay() + 6) % 7)) * DAY_MS);
}

/** The kind of a period, by its name. */
export const kindOf = (period: string): PeriodKind => (period.includes('W') ? 'week' : 'month');

/** Whether a period of a kind begins with another period. */
export function beginsWith(kind: PeriodKind, period: string): boolean {
  const day = firstDayOf(period);
  return day !== undefined && firstDayOf(periodOf(kind, day))?.getTime() === day.getTime();
}

/** Weeks in which a month begins with a week, and a week with a month. */
const MOST_WEEKS = 120;

/** The first period after a day that begins together with one of another kind. */
export function sharedAfter(kind: PeriodKind, other: PeriodKind, day: Date): string {
  const weeks = Array.from({ length: MOST_WEEKS }, (_, at) => new Date(day.getTime() + at * 7 * DAY_MS));
  const periods = weeks.map((one) => periodAfter(kind, one));
  return periods.find((one) => beginsWith(other, one)) ?? periods[0]!;
}
