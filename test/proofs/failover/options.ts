import { parseArgs } from 'node:util';
import { drawSeed, drawSome, MAX_SEED, wholeNumber } from '../support/options.js';
import type { Fault } from './fault.js';
import { FAULTS } from './faults.js';

/** What a run is told. */
export interface Options {
  /** How often each fault is done. */
  rounds: number;
  faults: readonly Fault[];
  /** Decides what clients draw; which of two processes is faster stays the machine's choice. */
  seed: number;
  /** Seconds of 503 that a fault may cost. */
  mostSeconds: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the data and all logs where they are. */
  keep: boolean;
}

/**
 * Reads `--rounds`, `--faults` (names with commas between them; without it all), `--draw` (so many of them, by the seed),
 * `--seed`, `--most-seconds`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      rounds: text,
      faults: text,
      draw: text,
      seed: text,
      'most-seconds': text,
      minutes: text,
      keep: { type: 'boolean', default: false },
    },
  });
  const rounds = wholeNumber('rounds', values.rounds ?? '10', 1, 1_000);
  const seed = wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED);
  const named = values.faults === undefined ? FAULTS : values.faults.split(',').map(faultNamed);
  const faults = drawSome(named, wholeNumber('draw', values.draw ?? String(named.length), 1, named.length), seed);
  const minutes = values.minutes ?? String(10 + 2 * rounds * faults.length);
  return {
    rounds,
    faults,
    seed,
    mostSeconds: wholeNumber('most-seconds', values['most-seconds'] ?? '20', 1, 600),
    minutes: wholeNumber('minutes', minutes, 1, 24 * 60),
    keep: values.keep,
  };
}

function faultNamed(name: string): Fault {
  const fault = FAULTS.find((known) => known.name === name);
  if (fault === undefined) {
    throw new Error(`faults must be some of ${FAULTS.map((known) => known.name).join(',')}, not "${name}"`);
  }
  return fault;
}
