import fc, { type GeneratorValue } from 'fast-check';

/** Gives random values that shrink. */
export type Random = GeneratorValue;

/** Picks one of several values. */
export function oneOf<Value>(random: Random, ...values: readonly Value[]): Value {
  return values[random(fc.nat, values.length - 1)]!;
}

/** True once in so many times. */
export function sometimes(random: Random, times: number): boolean {
  return random(fc.nat, times - 1) === 0;
}
