import { deepStrictEqual } from 'node:assert';
import { calculateSmall, type NamedLine, type SmallPeriod } from '@commerce/commission-engine';
import { naively } from './calculate.js';
import { TYPES_WITH_TIER } from './tier-bonus.js';

/**
 * Calculates a period by both implementations.
 * @returns how many lines there are
 * @throws AssertionError if they differ in a line, a measure, a rank, a title or a carried volume
 */
export function compare(period: SmallPeriod): number {
  const [engine, naive] = [calculateSmall(period, TYPES_WITH_TIER), naively(period)];
  deepStrictEqual(sorted(engine.members), sorted(naive.members));
  deepStrictEqual(texts(engine.lines), texts(naive.lines));
  deepStrictEqual(engine.carried, naive.carried);
  return engine.lines.length;
}

function sorted(members: ReadonlyMap<number, unknown>): unknown[] {
  return [...members].sort(([one], [other]) => one - other);
}

function texts(lines: readonly NamedLine[]): string[] {
  return lines
    .map(({ bonus, payee, source, level, rank, amount }) =>
      JSON.stringify([bonus, payee, source ?? null, level ?? null, rank ?? null, amount]),
    )
    .sort();
}
