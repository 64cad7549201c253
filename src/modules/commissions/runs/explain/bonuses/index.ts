import type { Plan } from '#commissions/engine/index.js';
import { whyUnpaid, type BonusFacts, type BonusWords } from '../facts.js';
import { explainBinary } from './binary.js';
import { explainDifferential } from './differential.js';
import type { ExplainBonus } from './explain-bonus.js';
import { explainFastStart } from './fast-start.js';
import { explainGeneration } from './generation.js';
import { linesWord, sumOf } from './level-words.js';
import { explainMatching } from './matching.js';
import { explainPool } from './pool.js';
import { explainRankAdvancement } from './rank-advancement.js';
import { explainRetail } from './retail.js';
import { explainUnilevel } from './unilevel.js';

type Bonus = Plan['bonuses'][number];

/** One for each type of bonus that the service has. */
const EXPLAINED: { readonly [Type in Bonus['type']]: ExplainBonus<Type> } = {
  unilevel: explainUnilevel,
  generation: explainGeneration,
  fast_start: explainFastStart,
  differential: explainDifferential,
  binary: explainBinary,
  matching: explainMatching,
  pool: explainPool,
  rank_advancement: explainRankAdvancement,
  retail: explainRetail,
};

/** Explains a bonus; one of a type that an extension added by its lines alone. */
export function explainBonus(bonus: Bonus, facts: BonusFacts): BonusWords {
  if (!Object.hasOwn(EXPLAINED, bonus.type)) return explainOther(bonus, facts);
  const explain: (bonus: never, facts: BonusFacts) => BonusWords = EXPLAINED[bonus.type];
  return explain(bonus as never, facts);
}

function explainOther(bonus: Bonus, facts: BonusFacts): BonusWords {
  const sum = sumOf(facts, bonus.id);
  const unpaid = sum === 0n ? whyUnpaid(facts.member) : undefined;
  const sentence = unpaid?.sentence ?? `${facts.words.money(sum)} by ${linesWord(facts, bonus.id)}.`;
  return {
    rule: `A bonus of the type ${bonus.type}, which an extension added.`,
    sentences: [sentence],
    reasons: unpaid === undefined ? [] : [unpaid.reason],
    figures: {},
  };
}
