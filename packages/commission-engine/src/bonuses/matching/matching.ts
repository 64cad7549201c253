/**
 * Matching: what a member earned by other bonuses, as their lines were rounded and before caps, goes up its payees in the sponsor
 * tree like the base of a unilevel bonus.
 */
import { z } from 'zod';
import type { Plan } from '../../document/plan.schema.js';
import type { BonusType } from '../../bonus-type.js';
import { bonusId, byRank, describedCompression, id, levels, MAX_BONUSES } from '../../document/fields.js';
import { validateRanks } from '../../document/problem.js';
import { listed } from '../../explanation.js';
import { COMPRESSION, levelLine, levelWords, percentsOf, percentsWord } from '../../level-words.js';
import { tableRule, type LevelRule } from '../../level-rule.js';
import { payLevels } from '../levels.js';

/** Pays percentages of what those below earned by other bonuses. */
const matchingSchema = z
  .strictObject({
    id,
    type: z.literal('matching'),
    of: z
      .array(bonusId)
      .min(1)
      .max(MAX_BONUSES)
      .describe('ids of the bonuses, above this one, whose earnings are matched'),
    percents: byRank(levels).describe('by rank of the payee: the percentage of each level, the first level first'),
    compression: describedCompression,
  })
  .meta({
    id: 'MatchingBonus',
    title: 'Matching',
    description:
      'Pays percentages of what those below in the sponsor tree earned by other bonuses, before caps, level by level.',
  });

type MatchingBonus = z.output<typeof matchingSchema>;

export const matching = {
  type: 'matching',
  schema: matchingSchema,
  unit: 'money',
  isMain: true,
  names: { of: { above: true } },
  validate: ({ percents }, around) => validateRanks('percents', percents, around),
  base: ({ of }) => ({ earnedBy: of }),
  levels: ruleOf,
  calculate: payLevels,
  explain(bonus, run) {
    const rule = ruleOf(bonus, run.plan);
    return levelWords(
      run,
      bonus,
      rule,
      `Pays a percentage of what the downline in the sponsor tree earned by ${listed(bonus.of)}, level by level, before upper limits are applied. ${COMPRESSION[bonus.compression]}. The rank ${run.member.rank ?? '(none)'} has ${percentsWord(percentsOf(run, rule))}.`,
    );
  },
  explainLine: (_, line) => levelLine(line, 'earned'),
} satisfies BonusType<MatchingBonus>;

function ruleOf({ percents, compression }: MatchingBonus, plan: Plan): LevelRule {
  return tableRule(plan, { tree: 'sponsor', percents, compression });
}
