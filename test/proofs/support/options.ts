import { parseArgs } from 'node:util';
import { Random } from './random.js';

/** The largest seed. */
export const MAX_SEED = 2 ** 32 - 1;

/** A seed for a run that was not given one. */
export function drawSeed(): string {
  return String(Math.floor(Math.random() * MAX_SEED));
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

/** So many of a list, in its order, which a seed draws; all when there are no more. */
export function drawSome<T>(list: readonly T[], count: number, seed: number): readonly T[] {
  const random = new Random(seed).fork('some');
  const drawn = new Set(list);
  while (drawn.size > count) drawn.delete(random.pick([...drawn]));
  return [...drawn];
}

/** An option that is a whole number: what it is without being given, the least and the most. */
type NumberOption = readonly [usual: number, least: number, most: number];

/** What a run is told: its own numbers and flags, and what every run is told. */
type ProofOptions<Numbers extends string, Flags extends string> = Record<Numbers, number> &
  Record<Flags, boolean> & {
    /** Decides what is drawn; which of two processes is faster stays the machine's choice. */
    seed: number;
    /** Minutes after which the run is given up. */
    minutes: number;
  };

/**
 * Makes what reads the options of a proof: a number or a flag each, and `--seed` and `--minutes`. The flag `keep` leaves the
 * data and all logs of the run where they are.
 * @param minutes without `--minutes`
 * @returns what reads a command line, and throws an Error naming an option that cannot be used
 */
export function optionsOf<Numbers extends string, Flags extends string>(
  numbers: Readonly<Record<Numbers, NumberOption>>,
  flags: readonly Flags[],
  minutes: (options: Readonly<Record<Numbers, number>>) => number,
): (args: string[]) => ProofOptions<Numbers, Flags> {
  const texts = [...Object.keys(numbers), 'seed', 'minutes'].map((name) => [name, { type: 'string' }] as const);
  const options = Object.fromEntries<{ type: 'string' | 'boolean' }>([
    ...texts,
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ]);
  return (args) => {
    const values = parseArgs({ args, options }).values as Record<string, string | boolean | undefined>;
    const read = (name: string, [usual, least, most]: NumberOption): number =>
      wholeNumber(name, String(values[name] ?? usual), least, most);
    const own = Object.fromEntries(
      Object.entries<NumberOption>(numbers).map(([name, option]) => [name, read(name, option)]),
    ) as Record<Numbers, number>;
    return {
      ...own,
      ...(Object.fromEntries(flags.map((name) => [name, values[name] === true])) as Record<Flags, boolean>),
      seed: read('seed', [Number(drawSeed()), 0, MAX_SEED]),
      minutes: read('minutes', [minutes(own), 1, 24 * 60]),
    };
  };
}
