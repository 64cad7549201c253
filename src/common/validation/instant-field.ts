import { Field, type FieldOptions } from './fields.js';

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What is wrong with a point in time (ISO 8601: a date, which means midnight UTC, or a date and time with its offset), or undefined. */
export function validateInstant(value: unknown): string | undefined {
  const ok = typeof value === 'string' && ISO_8601.test(value) && isDay(value) && isStorable(value);
  return ok ? undefined : 'must be a date or time in ISO 8601, such as 2026-11-21 or 2026-11-21T08:30:00Z';
}

/** Whether it is a moment that clients and the database can write: with an offset, the first and the last day may leave all years. */
function isStorable(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** The moment that such a text names: PostgreSQL would read a date in its own time zone, and refuses offsets from 16 hours. */
export function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

/** Whether the day exists: `Date.parse` takes 30 February for 2 March, and there was no year 0. */
function isDay(text: string): boolean {
  const day = text.slice(0, 'yyyy-mm-dd'.length);
  const midnight = new Date(day);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** What is wrong with a day (ISO 8601), or undefined. */
export function validateDay(value: unknown): string | undefined {
  const ok = typeof value === 'string' && DAY.test(value) && isDay(value);
  return ok ? undefined : 'must be a day, such as 2026-11-21';
}

/** A point in time, as text. */
export function InstantField(options: FieldOptions = {}): PropertyDecorator {
  return Field(
    'text',
    validateInstant,
    { type: String, format: 'date-time' },
    { example: '2026-11-21T08:30:00Z', ...options },
  );
}
