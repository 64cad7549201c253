/**
 * Unilevel: each source's base goes up its payees, and the payee at level k gets the k-th percentage of its rank. What becomes
 * of a level whose payee cannot be paid is the compression: it stays unpaid, or goes to the next active payee, or to the next
 * whose rank has a percentage at that level.
 */
import type { BonusType } from '../../bonus-type.js';
import { byRank } from '../../by-rank.js';
import { payLevels, routesOf } from '../../levels.js';
import { validateUnilevel, unilevelSchema, type UnilevelBonus } from './unilevel.schema.js';

export const unilevel: BonusType<UnilevelBonus> = {
  type: 'unilevel',
  schema: unilevelSchema,
  validate: validateUnilevel,
  calculate(period, { id, tree, percents, compression }) {
    const table = byRank(percents, period.plan.ranks, []);
    const route = routesOf(period, tree, compression, table);
    payLevels(period, { id, bases: period.bases.of(id), unit: 'volume', percents: table, route });
  },
};
