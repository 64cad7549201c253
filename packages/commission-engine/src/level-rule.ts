import { byRank } from './by-rank.js';
import type { Plan } from './document/plan.schema.js';
import type { TreeName } from './trees.js';

/** How a bonus of levels goes up from a source. The calculation goes by it, and so does the explanation of who was paid. */
export interface LevelRule {
  readonly tree: TreeName;
  /** By rank of the payee, in percent: the first level first. Levels that a list does not have are 0. */
  readonly percents: readonly (readonly number[])[];
  /**
   * Whether a payee takes a level (from 0 on), paid or not; whoever does not is skipped.
   * @param rank the paid-as rank, from 0 on
   */
  takes(payee: { readonly isActive: boolean; readonly rank: number }, level: number): boolean;
}

/** How many levels a rule gives. */
export function levelsOf({ percents }: LevelRule): number {
  return Math.max(0, ...percents.map((list) => list.length));
}

/** What happens to a level whose payee cannot be paid. */
export type Compression = 'none' | 'active' | 'dynamic';

/** The rule of a table of percentages by rank. `active` skips payees who are not active, `dynamic` also those whose
 * rank has no percentage. */
export function tableRule(
  plan: Plan,
  {
    tree,
    percents,
    compression,
  }: {
    readonly tree: TreeName;
    readonly percents: Readonly<Record<string, readonly number[]>>;
    readonly compression: Compression;
  },
): LevelRule {
  const table = byRank(percents, plan.ranks, []);
  return {
    tree,
    percents: table,
    takes: ({ isActive, rank }, level) =>
      compression === 'none' || (isActive && (compression === 'active' || (table[rank]?.[level] ?? 0) > 0)),
  };
}

/** The rule by which each payee in the sponsor tree takes a level, and all ranks have the same percentages. */
export function everyPayee({ ranks }: Plan, percents: readonly number[]): LevelRule {
  return { tree: 'sponsor', percents: ranks.map(() => percents), takes: () => true };
}
