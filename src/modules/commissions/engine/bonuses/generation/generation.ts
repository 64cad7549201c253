/**
 * Generation: the k-th active payee above a source whose paid-as rank is at least the bonus's rank gets the k-th percentage of
 * the source's base, however many others stand between.
 */
import type { BonusType } from '../../bonus-type.js';
import { payLevels } from '../../levels.js';
import { nearestAbove } from '../../trees.js';
import { generationSchema, validateGeneration, type GenerationBonus } from './generation.schema.js';

export const generation: BonusType<GenerationBonus> = {
  type: 'generation',
  schema: generationSchema,
  validate: validateGeneration,
  calculate(period, { id, rank, percents }) {
    const least = period.rankNamed(rank);
    const { active, paidAs } = period.standings;
    const leaders = active.map((is, member) => (is === 1 && paidAs[member]! >= least ? 1 : 0));
    const route = nearestAbove(period.tree('sponsor'), leaders);
    const table = period.plan.ranks.map(() => percents);
    payLevels(period, { id, bases: period.bases.of(id), unit: 'volume', percents: table, route: () => route });
  },
};
