import { parseArgs } from 'node:util';
import { Random } from './random.js';

/** The largest seed. */
export const MAX_SEED = 2 ** 32 - 1;

/** An option of the command line: what it is when it is given, and when it is not. */
export interface Option<Value> {
  isFlag?: true;
  /** @throws Error naming the option and what it may be */
  read: (name: string, given: string | undefined) => Value;
}

/** The values of options, by their names. */
export type Values<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends Option<infer Value> ? Value : never;
};

/** A whole number. */
export function whole(usual: number, least: number, most: number): Option<number> {
  return {
    read: (name, given = String(usual)) => {
      const value = Number(given);
      if (/^\d+$/.test(given) && value >= least && value <= most) return value;
      throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${given}"`);
    },
  };
}

/** Whole numbers with commas between them. */
export function wholes(usual: string, least: number, most: number): Option<readonly number[]> {
  const one = whole(0, least, most);
  return { read: (name, given = usual) => given.split(',').map((part) => one.read(name, part)) };
}

/** Something that is or is not. */
export const flag: Option<boolean> = { isFlag: true, read: (_, given) => given !== undefined };

/** A text, where one is given. */
export const text: Option<string | undefined> = { read: (_, given) => given };

/** Some of several things, by their names with commas between them; without it all. */
export function someOf<T extends { readonly name: string }>(all: readonly T[]): Option<readonly T[]> {
  const find = (name: string, wanted: string): T => {
    const found = all.find((one) => one.name === wanted);
    if (found !== undefined) return found;
    throw new Error(`${name} must be some of ${all.map((one) => one.name).join(',')}, not "${wanted}"`);
  };
  return { read: (name, given) => given?.split(',').map((wanted) => find(name, wanted)) ?? all };
}

/** A part of names, which stands for each that has it in it; all when it is empty. */
export function partOf(names: readonly string[]): Option<string> {
  return {
    read: (name, given = '') => {
      if (names.some((one) => one.includes(given))) return given;
      throw new Error(`${name} must be in one of ${names.join(', ')}, not "${given}"`);
    },
  };
}

/**
 * Reads a command line: `mostSeconds` is `--most-seconds`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions<Options extends Readonly<Record<string, Option<unknown>>>>(
  options: Options,
  args: string[],
): Values<Options> {
  const named = Object.entries(options).map(([key, option]) => {
    const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return { key, name, option, type: option.isFlag ? ('boolean' as const) : ('string' as const) };
  });
  const { values } = parseArgs({ args, options: Object.fromEntries(named.map(({ name, type }) => [name, { type }])) });
  const given = (name: string): string | undefined => (values[name] === undefined ? undefined : String(values[name]));
  return Object.fromEntries(
    named.map(({ key, name, option }) => [key, option.read(name, given(name))]),
  ) as Values<Options>;
}

/** So many of a list, in its order, which a seed draws; all when there are no more. */
export function drawSome<T>(list: readonly T[], count: number, seed: number): readonly T[] {
  const random = new Random(seed).fork('some');
  const drawn = new Set(list);
  while (drawn.size > count) drawn.delete(random.pick([...drawn]));
  return [...drawn];
}
