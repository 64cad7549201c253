import { parseArgs } from 'node:util';
import { drawSeed, drawSome, MAX_SEED, wholeNumber } from '../support/options.js';
import type { Fault } from './fault.js';
import { FAULTS } from './faults/index.js';

/** What a run is told. */
export interface Options {
  /** What goes wrong, one after the other. */
  faults: readonly Fault[];
  /** Decides what clients and faults draw; which of two processes is faster stays the machine's choice. */
  seed: number;
  /** Seconds that each fault lasts, before it is healed. */
  seconds: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the data and the log of all processes where they are. */
  keep: boolean;
}

/**
 * Reads `--fault` (any number of them; without one all), `--draw` (so many of them, by the seed), `--seed`, `--seconds-per-fault`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      fault: { type: 'string', multiple: true },
      draw: { type: 'string' },
      seed: { type: 'string' },
      'seconds-per-fault': { type: 'string', default: '10' },
      minutes: { type: 'string', default: '30' },
      keep: { type: 'boolean', default: false },
    },
  });
  const seed = wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED);
  const named = values.fault === undefined ? FAULTS : values.fault.map(faultNamed);
  return {
    faults: drawSome(named, wholeNumber('draw', values.draw ?? String(named.length), 1, named.length), seed),
    seed,
    seconds: wholeNumber('seconds-per-fault', values['seconds-per-fault'], 1, 3_600),
    minutes: wholeNumber('minutes', values.minutes, 1, 24 * 60),
    keep: values.keep,
  };
}

function faultNamed(name: string): Fault {
  const fault = FAULTS.find((known) => known.name === name);
  if (fault === undefined) {
    const names = FAULTS.map((known) => known.name).join(', ');
    throw new Error(`fault must be one of ${names}, not "${name}"`);
  }
  return fault;
}
