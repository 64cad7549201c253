/** A stretch of time, in milliseconds since 1970; `to` is not a part of it. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The calendar month in UTC. */
export function calendarMonth(now: Date): Period {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
}

/** Whether two periods are the same. */
export function isSamePeriod(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to;
}
