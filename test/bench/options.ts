import { parseArgs } from 'node:util';
import { JOB_NAMES } from './job.js';

/** What a run is told. */
export interface Options {
  /** Interleaved rounds of each job on each side, 3 to 50. */
  rounds: number;
  /** Seconds of each measurement, 1 to 60. */
  seconds: number;
  /** Connections at the same time, each a list of its own measurements. */
  connections: number[];
  /** Only jobs whose name contains this. */
  only: string;
  /** Bundles of the large catalogue, 1,000 to 10,000,000. */
  bundles: number;
  /** Writes the table and plots into docs/. */
  write: boolean;
}

/**
 * Reads `--rounds`, `--seconds`, `--connections 1,32`, `--only`, `--bundles` and `--write`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      rounds: text,
      seconds: text,
      connections: text,
      only: text,
      bundles: text,
      write: { type: 'boolean', default: false },
    },
  });
  return {
    rounds: wholeNumber('rounds', values.rounds ?? '5', 3, 50),
    seconds: wholeNumber('seconds', values.seconds ?? '3', 1, 60),
    connections: (values.connections ?? '1,32').split(',').map((one) => wholeNumber('connections', one, 1, 64)),
    only: partOfOne('only', values.only ?? '', JOB_NAMES),
    bundles: wholeNumber('bundles', values.bundles ?? '1000000', 1_000, 10_000_000),
    write: values.write,
  };
}

/**
 * Reads an option that is a whole number.
 * @throws Error naming the option and what it may be
 */
export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

/**
 * Reads an option that stands for each of some names that has it in it; all when it is empty.
 * @throws Error naming the option and the names
 */
export function partOfOne(option: string, part: string, names: readonly string[]): string {
  if (!names.some((name) => name.includes(part))) {
    throw new Error(`${option} must be in one of ${names.join(', ')}, not "${part}"`);
  }
  return part;
}
