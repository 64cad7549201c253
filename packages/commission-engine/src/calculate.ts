import { OWN_BONUS_TYPES, type BonusTypes } from './bonus-types.js';
import { applyCaps } from './caps.js';
import { clawBack, type Clawback } from './claw-back.js';
import type { Plan } from './document/plan.schema.js';
import type { Lines } from './lines.js';
import { measuresOf, type Measures } from './measures.js';
import type { Unit } from './money.js';
import type { Legs, PeriodInput } from './period.js';
import { standingsOf, type Standings } from './standings.js';
import { PeriodCalculation } from './period-calculation.js';
import type { Unpaid } from './unpaid.js';

/** What a run comes to. */
export interface Outcome {
  readonly measures: Measures;
  readonly standings: Standings;
  /** Bonuses in the plan's order, then caps, then what is taken back. */
  readonly lines: Lines;
  /** Which lines of posted periods the `clawback` lines take back. */
  readonly clawbacks: readonly Clawback[];
  /** What each binary bonus found in the legs, carried in and new, by its id. */
  readonly legs: ReadonlyMap<string, Legs>;
  /** What each binary bonus carries into the next period, by its id. */
  readonly carried: ReadonlyMap<string, Legs>;
  readonly unpaid: Unpaid;
  /** What the bases of each bonus's lines are, by its position in the plan. */
  readonly units: readonly Unit[];
}

/**
 * Calculates a period by a plan: a function of what it is given, and of nothing else. See docs/spec/commissions.md#3.
 * @param plan validated
 * @param types of bonuses, if extensions add some
 * @throws BeyondRange if a number cannot be held exactly, naming the member and the measure; TooManyLines; CannotCalculate naming
 * the bonus whose type, of an extension, failed
 */
export function calculate(plan: Plan, input: PeriodInput, types: BonusTypes = OWN_BONUS_TYPES): Outcome {
  const measures = measuresOf(input.members, input.rows, plan.personal_volume_includes_customers);
  const standings = standingsOf(plan, input.members, measures);
  const period = new PeriodCalculation(plan, input, measures, standings, (bonus) => types.paidOn(plan, bonus));
  for (const bonus of plan.bonuses) types.calculate(period, bonus);
  applyCaps(period);
  const clawbacks = clawBack(period, types);
  const { lines, legs, carried, unpaid } = period;
  const units = plan.bonuses.map((bonus) => types.of(bonus).unit);
  return { measures, standings, lines, clawbacks, legs, carried, unpaid, units };
}
