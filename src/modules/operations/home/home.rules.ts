import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { COMMON } from '#common/errors/common.messages.js';

/** Most days of a range. */
const MOST_DAYS = 366;

/** Days of a range that is not named: those up to today. */
const USUAL_DAYS = 30;

/** A range that has no day. */
export const ENDS_FIRST = failure(COMMON.range_ends_first, { field: 'to' });

/** A range that is too long. */
export const TOO_LONG = failure(COMMON.range_too_long, { field: 'from', example: { days: MOST_DAYS - 1 } });

const DAY_MS = 86_400_000;

/** Days from the first to the last, both included, written `2026-11-01`. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The day some days after another; before it, if they are negative. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a range has. */
function lengthOf({ from, to }: DayRange): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;
}

/** Each day of a range, oldest first. */
export function daysOf(range: DayRange): string[] {
  return Array.from({ length: lengthOf(range) }, (_, index) => daysAfter(range.from, index));
}

/** The range of the same length that ends the day before. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: daysAfter(range.from, -lengthOf(range)), to: daysAfter(range.from, -1) };
}

/**
 * The days that are asked for: up to today, and thirty, where nothing else is said.
 * @param today in the time zone of the days
 */
export function rangeOf({ from, to }: Partial<DayRange>, today: string): DayRange {
  const last = to ?? (from === undefined || from <= today ? today : from);
  return { from: from ?? daysAfter(last, 1 - USUAL_DAYS), to: last };
}

/** @throws AppError VALIDATION for a range that ends before it begins, or is too long */
export function assertRange(range: DayRange): void {
  if (range.to < range.from) throw AppError.of(ENDS_FIRST);
  if (lengthOf(range) > MOST_DAYS) throw AppError.of(TOO_LONG, TOO_LONG.example);
}

/** An instant as far into a period as another is into its own, but not behind its end. */
export function sameMoment(
  now: Date,
  of: { readonly from: Date },
  other: { readonly from: Date; readonly to: Date },
): Date {
  return new Date(Math.min(other.to.getTime(), other.from.getTime() + now.getTime() - of.from.getTime()));
}
