import { parseArgs } from 'node:util';
import { wholeNumber } from '../support/options.js';

/** What a run is told. */
export interface Options {
  /** Writes the page instead of holding it against the table. */
  write: boolean;
  /** Minutes after which the run is given up. */
  minutes: number;
}

/**
 * Reads `--write` and `--minutes`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: { write: { type: 'boolean', default: false }, minutes: { type: 'string', default: '10' } },
  });
  return { write: values.write, minutes: wholeNumber('minutes', values.minutes, 1, 60) };
}
