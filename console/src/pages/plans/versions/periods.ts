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
