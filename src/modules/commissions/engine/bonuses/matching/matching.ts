/**
 * Matching: what a member earned by other bonuses, as their lines were rounded and before caps, goes up its payees in the sponsor
 * tree like the base of a unilevel bonus.
 */
import type { BonusType } from '../../bonus-type.js';
import { byRank } from '../../by-rank.js';
import { payLevels, routesOf } from '../../levels.js';
import { validateMatching, matchingSchema, type MatchingBonus } from './matching.schema.js';

export const matching: BonusType<MatchingBonus> = {
  type: 'matching',
  schema: matchingSchema,
  validate: validateMatching,
  calculate(period, { id, of, percents, compression }) {
    const matched = Uint8Array.from(period.plan.bonuses, (bonus) => (of.includes(bonus.id) ? 1 : 0));
    const table = byRank(percents, period.plan.ranks, []);
    const route = routesOf(period, 'sponsor', compression, table);
    payLevels(period, { id, bases: period.lines.sums(matched), unit: 'money', percents: table, route });
  },
};
