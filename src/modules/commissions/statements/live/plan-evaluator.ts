import type { StandingColumns, Standings } from '#network/live/index.js';
import { measuresOfTree, type Plan, RankPass } from '@commerce/commission-engine';

/** Members between two steps: some milliseconds. */
const STRIDE = 50_000;

/**
 * Evaluates the members of the live network by a plan, with the engine that calculates runs: one pass over all. The thread of the live
 * network loads this module by its path, and calls it after changes. Decision 72.
 * @param document the plan in force, validated
 */
export function* evaluate(document: unknown, columns: StandingColumns): Generator<void, Standings> {
  const plan = document as Plan;
  const { order, own } = columns;
  const isLarge = order.length > STRIDE;
  const measures = { own, ...measuresOfTree(columns, own, plan.personal_volume_includes_customers, order) };
  if (isLarge) yield;
  const pass = new RankPass(plan, columns, measures, order);
  for (let from = order.length; from > 0; from -= STRIDE) {
    if (isLarge) yield;
    pass.evaluate(from, Math.max(0, from - STRIDE));
  }
  const { active, paidAs, best } = pass;
  const ranks = plan.ranks.map(({ name }) => name);
  if (!plan.personal_volume_includes_customers) return { ranks, active, paidAs, best };
  const customers = measures.personal;
  for (let member = 0; member < own.length; member += 1) customers[member]! -= own[member]!;
  return { ranks, active, paidAs, best, customers, counted: measures.counted };
}
