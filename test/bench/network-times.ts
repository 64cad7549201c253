import { quantile } from './figures.js';

/** What something took, several times, in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
  /** Of the processor, for each. */
  readonly cpu: number;
}

/**
 * Does something several times, one after the other.
 * @param cpu milliseconds of the processor that who does it has used so far
 */
export async function timesOf(
  count: number,
  act: () => Promise<unknown>,
  cpu: () => number | Promise<number>,
): Promise<Times> {
  const times: number[] = [];
  const before = await cpu();
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    await act();
    times.push(performance.now() - began);
  }
  const used = (await cpu()) - before;
  times.sort((one, other) => one - other);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), cpu: used / count };
}

/** As a cell of a table. */
export function cellOf({ p50, p99, cpu }: Times): string {
  const text = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);
  return `${text(p50)} / ${text(p99)} (${text(cpu)})`;
}
