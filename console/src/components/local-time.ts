/** A moment as a field of the reader's own time takes it, to the minute. @param milliseconds since 1970 */
export function localTimeOf(milliseconds: number): string {
  const offset = new Date(milliseconds).getTimezoneOffset() * 60_000;
  return new Date(milliseconds - offset).toISOString().slice(0, 16);
}

/** The moment that a time in the reader's zone stands for, in ISO 8601; undefined for what is no time. */
export function instantOf(local: string): string | undefined {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
