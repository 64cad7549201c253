import { middle, ratioOf, type Sample } from './figures.js';
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
  for (const side of ['floor', 'service'] as const) {
    if (samples[side].length > 0) lines.push(`  ${side.padEnd(8)}${row(middle(samples[side]))}`);
  }
  if (job.hasFloor) {
    const { median, least, most } = ratioOf(samples.service, samples.floor);
    const target = targetOf(job, connections);
    const wanted = target === undefined ? '' : `, wanted ${target.toFixed(2)}`;
    lines.push(`  ratio   ${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})${wanted}`);
  }
  return lines;
}

function row({ perSecond, p50, p99, cpu, statements, errors }: Sample): string {
  return (
    `${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  ` +
    `${cpu.toFixed(0)} µs  ${statements.toFixed(2)} statements  ${errors} errors`
  );
}
