/** What one measurement of one side has to show. */
export interface Sample {
  perSecond: number;
  p50: number;
  p99: number;
  /** Microseconds of the server's processor for each request. */
  cpu: number;
  /** SQL statements for each request. */
  statements: number;
  /** Microseconds that the database ran them, for each request. */
  databaseUs: number;
  errors: number;
}

/** The middle of several numbers. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value below which a part of ascending numbers lies. */
export function quantile(ascending: readonly number[], part: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? Number.NaN;
}

/** The ratio of one side to another, round by round. */
export interface Ratio {
  median: number;
  least: number;
  most: number;
}

/**
 * Compares rounds: what was measured one after the other is compared, so that a slow moment hits both.
 * @param pick what is compared
 */
export function ratioOf<Measured extends Sample>(
  these: readonly Measured[],
  those: readonly Measured[],
  pick: (sample: Measured) => number = ({ perSecond }) => perSecond,
): Ratio {
  const ratios = these.map((sample, round) => pick(sample) / pick(those[round]!));
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

/** The middle of each figure of several rounds; errors are summed. */
export function middle(samples: readonly Sample[]): Sample {
  const of = (pick: (sample: Sample) => number): number => median(samples.map(pick));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    cpu: of(({ cpu }) => cpu),
    statements: of(({ statements }) => statements),
    databaseUs: of(({ databaseUs }) => databaseUs),
    errors: samples.reduce((sum, { errors }) => sum + errors, 0),
  };
}
