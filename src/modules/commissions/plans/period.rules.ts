/** What a run calculates: calendar months, or ISO weeks. */
export type PeriodKind = 'month' | 'week';

/** A period of the calendar, in whatever time zone. Days are written `2026-11-01`. */
export interface Period {
  /** `2026-11`, or `2026-W47`. */
  readonly name: string;
  readonly kind: PeriodKind;
  readonly firstDay: string;
  /** The first day of the period that follows. */
  readonly nextDay: string;
}

const MONTH = /^(20\d\d)-(0[1-9]|1[0-2])$/;
const WEEK = /^(20\d\d)-W(0[1-9]|[1-4]\d|5[0-3])$/;
const DAY_MS = 86_400_000;
/** More than any time zone is away from UTC. */
const FARTHEST_OFFSET_SECONDS = 16 * 3600;

/** The period of a name between 2000 and 2099; undefined for what is none, such as week 53 of a year that has 52. */
export function periodOf(name: string): Period | undefined {
  const month = MONTH.exec(name);
  if (month !== null) return monthOf(Number(month[1]), Number(month[2]));
  const week = WEEK.exec(name);
  return week === null ? undefined : weekOf(name, Number(week[1]), Number(week[2]));
}

/** The period of a kind that a day is in. */
export function periodWith(kind: PeriodKind, day: string): Period {
  if (kind === 'month') return monthOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)));
  // A week belongs to the year in which its Thursday is.
  const monday = addDays(day, -weekday(day));
  const thursday = addDays(monday, 3);
  const year = Number(thursday.slice(0, 4));
  const number = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
  const name = `${year}-W${String(number).padStart(2, '0')}`;
  return { name, kind, firstDay: monday, nextDay: addDays(monday, 7) };
}

/** A period in a sentence: `November 2026`; a week stays `2026-W47`. */
export function periodInWords(name: string, language: 'en' | 'de' = 'en'): string {
  const period = periodOf(name);
  if (period?.kind !== 'month') return name;
  return new Date(period.firstDay).toLocaleDateString(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** The period before another. */
export function periodBefore({ kind, firstDay }: Period): Period {
  return periodWith(kind, dayBefore(firstDay));
}

/** The day before another. */
export function dayBefore(day: string): string {
  return addDays(day, -1);
}

/** Whether a period of a kind begins on a day. */
export function beginsOn(kind: PeriodKind, day: string): boolean {
  return periodWith(kind, day).firstDay === day;
}

/**
 * The instant at which a day begins in a time zone: the first second that has this date or a later one there, also where
 * clocks skip midnight.
 * @param timeZone an IANA name
 */
export function startOfDay(day: string, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const middle = Date.parse(`${day}T00:00:00Z`) / 1000;
  let [before, after] = [middle - FARTHEST_OFFSET_SECONDS, middle + FARTHEST_OFFSET_SECONDS];
  while (after - before > 1) {
    const at = Math.floor((before + after) / 2);
    if (dayAt(at, format) < day) before = at;
    else after = at;
  }
  return new Date(after * 1000);
}

/** The day that an instant has in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return dayAt(Math.floor(instant.getTime() / 1000), format);
}

function dayAt(seconds: number, format: Intl.DateTimeFormat): string {
  const parts = Object.fromEntries(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}

function monthOf(year: number, month: number): Period {
  const firstDay = toDay(Date.UTC(year, month - 1));
  return { name: firstDay.slice(0, 7), kind: 'month', firstDay, nextDay: toDay(Date.UTC(year, month)) };
}

function weekOf(name: string, year: number, number: number): Period | undefined {
  // 4 January is always in the first week.
  const day = addDays(`${year}-01-04`, (number - 1) * 7);
  const week = periodWith('week', day);
  return week.name === name ? week : undefined;
}

/** 0 for Monday. */
function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function addDays(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
