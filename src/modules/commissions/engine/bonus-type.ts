import type { z } from 'zod';
import type { Problem, Surroundings, Unvalidated } from './document/problem.js';
import type { PeriodCalculation } from './period-calculation.js';

/** A type of bonus: its parameters in a plan, and what it pays. See docs/spec/commissions.md#3. */
export interface BonusType<Bonus extends { id: string; type: string }> {
  /** As plans name it. */
  readonly type: Bonus['type'];
  /** The parameters, validated strictly: an object with `id`, the literal `type`, and a description of each field. */
  readonly schema: z.ZodType<Bonus>;
  /**
   * What a schema cannot say: references to ranks and other bonuses. Paths are relative to the bonus, of which the schema may
   * have refused any part.
   */
  validate?(bonus: Unvalidated<Bonus>, around: Surroundings): Iterable<Problem>;
  /**
   * Adds its lines to the period's.
   * @throws BeyondRange naming the member and the measure
   */
  calculate(period: PeriodCalculation, bonus: Bonus): void;
}
