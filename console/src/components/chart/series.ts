/** One thing that a chart draws: a value for each step of time. */
export interface Series {
  key: string;
  name: string;
  /** A CSS colour, one of the palette. */
  color: string;
  /** Oldest first; null where there is nothing to say. */
  values: readonly (number | null)[];
}

/** The steps of time that a chart is about. */
export interface Steps {
  /** Where each one begins, in milliseconds since 1970; oldest first. */
  starts: readonly number[];
  seconds: number;
}

/** The sum of all series at a step. */
export function totalAt(series: readonly Series[], index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}
