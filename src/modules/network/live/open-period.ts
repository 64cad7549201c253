/** A stretch of time, in milliseconds since 1970; `to` is not a part of it. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The period whose volumes are measured live: the calendar month in UTC, until a published plan says another. */
export function openPeriod(now: Date): Period {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
}
