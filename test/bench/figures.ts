import { type Job, type SideName, targetOf } from './clients.js';

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
interface Ratio {
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

/** A job as it was measured. */
export interface Measured {
  job: Job;
  connections: number;
  samples: Record<SideName, Sample[]>;
}

/** The lines of a job: each side, and how they compare. */
export function describeJob({ job, connections, samples }: Measured): string[] {
  const lines = [`${job.name} x${connections}`.padEnd(22) + job.title];
  for (const side of ['floor', 'computing', 'service'] as const) {
    if (samples[side].length > 0) lines.push(`  ${side.padEnd(10)}${row(middle(samples[side]))}`);
  }
  if (job.hasFloor) {
    const target = targetOf(job, connections);
    const wanted = target === undefined ? '' : `, wanted at most ${target.toFixed(2)}`;
    lines.push(`  requests/s beside the floor ${spread(ratioOf(samples.service, samples.floor))}`);
    lines.push(`  processor beside the floor ${spread(ratioOf(samples.service, samples.floor, cpuOf))}`);
    lines.push(`  beside the computing floor ${spread(ratioOf(samples.service, samples.computing, cpuOf))}${wanted}`);
  }
  return lines;
}

/** Microseconds of the processor. */
export function cpuOf({ cpu }: Sample): number {
  return cpu;
}

/** A ratio with its least and most. */
export function spread({ median, least, most }: Ratio): string {
  return `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

function row({ perSecond, p50, p99, cpu, statements, errors }: Sample): string {
  return (
    `${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  ` +
    `${cpu.toFixed(0)} µs  ${statements.toFixed(2)} statements  ${errors} errors`
  );
}
