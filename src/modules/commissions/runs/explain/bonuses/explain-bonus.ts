import type { Plan } from '#commissions/engine/index.js';
import type { BonusFacts, BonusWords } from '../facts.js';

type Bonus = Plan['bonuses'][number];

/** Explains what a bonus of a type came to for a member. */
export type ExplainBonus<Type extends Bonus['type']> = (
  bonus: Extract<Bonus, { type: Type }>,
  facts: BonusFacts,
) => BonusWords;
