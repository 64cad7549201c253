/**
 * Rank advancement: once in a member's life an amount for each rank that its paid-as rank reaches or passes, and that its title
 * rank had not; a line for each rank.
 */
import type { BonusType } from '../../bonus-type.js';
import { minorUnits } from '../../exact.js';
import {
  validateRankAdvancement,
  rankAdvancementSchema,
  type RankAdvancementBonus,
} from './rank-advancement.schema.js';

export const rankAdvancement: BonusType<RankAdvancementBonus> = {
  type: 'rank_advancement',
  schema: rankAdvancementSchema,
  validate: validateRankAdvancement,
  calculate(period, { id, amounts }) {
    const bonus = period.positionOf(id);
    const { active, paidAs } = period.standings;
    const { title } = period.input.members;
    const byRank = period.plan.ranks.map(({ name }) => {
      return Object.hasOwn(amounts, name) ? minorUnits(amounts[name]!, period.money.digits) : 0;
    });
    for (let payee = 0; payee < period.count; payee += 1) {
      if (active[payee] === 0) continue;
      for (let rank = title[payee]! + 1; rank <= paidAs[payee]!; rank += 1)
        period.lines.add({ bonus, payee, rank, amount: byRank[rank]! });
    }
  },
};
