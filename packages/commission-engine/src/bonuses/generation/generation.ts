/**
 * Generation: the k-th active payee above a source whose paid-as rank is at least the bonus's rank gets the k-th percentage of
 * the source's base, however many others stand between.
 */
import { z } from 'zod';
import { ALL_PURCHASES } from '../../bases.js';
import type { BonusType } from '../../bonus-type.js';
import { id, levels, rankName } from '../../document/fields.js';
import type { Plan } from '../../document/plan.schema.js';
import { validateRank } from '../../document/problem.js';
import { rankAt } from '../../explanation.js';
import { levelLine, levelWords, percentsWord } from '../../level-words.js';
import { everyPayee, type LevelRule } from '../../level-rule.js';
import { payLevels } from '../levels.js';

/** Pays the leaders above a source, generation by generation. */
const generationSchema = z
  .strictObject({
    id,
    type: z.literal('generation'),
    rank: rankName.describe('a member who has at least this paid-as rank, and is active, begins a generation'),
    percents: levels.describe('the percentage of each generation, the nearest first'),
  })
  .meta({
    id: 'GenerationBonus',
    title: 'Generation',
    description: 'Pays the k-th leader above each source, in the sponsor tree, the k-th percentage.',
  });

type GenerationBonus = z.output<typeof generationSchema>;

export const generation = {
  type: 'generation',
  schema: generationSchema,
  unit: 'volume',
  isMain: true,
  validate: ({ rank }, around) => validateRank('rank', rank, around),
  base: () => ALL_PURCHASES,
  levels: ruleOf,
  calculate: payLevels,
  explain(bonus, run) {
    const { plan, member } = run;
    const isLeader = rankAt(plan, member.rank) >= rankAt(plan, bonus.rank);
    const words = `Pays active members of the rank ${bonus.rank} or higher on what is bought below, and counts only them as levels: ${percentsWord(bonus.percents)}.`;
    return levelWords(run, bonus, ruleOf(bonus, plan), words, isLeader ? bonus.percents : []);
  },
  explainLine: (_, line) => levelLine(line, 'bought'),
} satisfies BonusType<GenerationBonus>;

function ruleOf({ rank: name, percents }: GenerationBonus, plan: Plan): LevelRule {
  const least = rankAt(plan, name);
  return { ...everyPayee(plan, percents), takes: ({ isActive, rank }) => isActive && rank >= least };
}
