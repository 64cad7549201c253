/** A time as the value of a `datetime-local` field. @param milliseconds since 1970 */
export function localTimeOf(milliseconds: number): string {
  const offset = new Date(milliseconds).getTimezoneOffset() * 60_000;
  return new Date(milliseconds - offset).toISOString().slice(0, 16);
}

/** The last value of a `datetime-local` field: without it, browsers take years of six digits. */
export const LAST_LOCAL_TIME = '9999-12-31T23:59';

/** The ISO 8601 instant of a local time; undefined if it is invalid. */
export function instantOf(local: string): string | undefined {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
