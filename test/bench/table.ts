import { middle, ratioOf, type Ratio, type Sample } from './figures.js';
import { targetOf, type Job, type SideName } from './job.js';

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
