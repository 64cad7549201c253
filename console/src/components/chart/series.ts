/** One series of a chart: a value for each time step. */
export interface Series {
  key: string;
  name: string;
  /** A CSS colour, one of the palette. */
  color: string;
  /** Drawn as a dashed line: what others are compared with. */
  isDashed?: boolean;
  /** Oldest first; null where there is no value. */
  values: readonly (number | null)[];
}

/** The time steps of a chart. */
export interface Steps {
  /** Start of each step, in milliseconds since 1970; oldest first. */
  starts: readonly number[];
  seconds: number;
}

/** The sum of all series at a step. */
export function totalAt(series: readonly Series[], index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}
