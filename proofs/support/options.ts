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
