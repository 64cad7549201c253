import type { z } from 'zod';
import type { Base } from './bases.js';
import type { AnyBonus, Plan } from './document/plan.schema.js';
import type { NameableBonuses, Problem, Surroundings, Unvalidated } from './document/problem.js';
import type { BonusWords, ExplainedLine, MemberInRun, OrderInRun, OrderPart } from './explanation.js';
import type { BonusInput } from './inputs.js';
import type { LevelRule } from './level-rule.js';
import type { Unit } from './money.js';
import type { PeriodCalculation } from './period-calculation.js';

/**
 * A type of bonus, whole: its parameters in a plan, what its lines are paid on, what it pays and how that is explained. Whoever
 * reads, writes, takes back or explains lines asks this, and never the name of a type. See docs/spec/commissions.md#3.
 */
export interface BonusType<Bonus extends AnyBonus> {
  /** As plans name it. */
  readonly type: Bonus['type'];
  /** The parameters, validated strictly: an object with `id`, the literal `type`, and a description of each field. */
  readonly schema: z.ZodType<Bonus>;
  /** Parameters that are lists of ids of other bonuses, and which of them each may name. */
  readonly names?: Readonly<Record<string, NameableBonuses>>;
  /** What it reads of members that extensions or admins put into a period, beside what every run reads. */
  readonly inputs?: readonly BonusInput[];
  /** Whether a plan is called after it, as in `a binary plan`; others are additions. Templates show these. */
  readonly isMain?: boolean;
  /**
   * What a schema cannot say and `names` does not: references to ranks. Paths are relative to the bonus, of which the schema may
   * have refused any part.
   */
  validate?(bonus: Unvalidated<Bonus>, around: Surroundings): Iterable<Problem>;
  /** What the bases of its lines are; where they have a source that bought, also which of its purchases' numbers count. */
  readonly unit: Unit;
  /**
   * What counts of the source of a line; when it comes back after the period was posted, the line is taken back in proportion.
   * Null: lines have no such source, and are not taken back.
   */
  base(bonus: Bonus): Base | null;
  /** How a base goes up the members above its source; null for what is not paid by levels. */
  levels(bonus: Bonus, plan: Plan): LevelRule | null;
  /** Purchases in a member's first days that do not count in other bonuses of the plan, by their ids. */
  withholds?(bonus: Bonus): { readonly days: number; readonly from: readonly string[] };
  /** Which placement tree it needs to pay anybody; left out: none. */
  placement?(bonus: Bonus): 'binary' | 'any' | undefined;
  /** Whether volume of placement legs is carried from period to period. */
  readonly carriesLegs?: boolean;
  /**
   * Adds its lines to the period's.
   * @throws BeyondRange naming the member and the measure
   */
  calculate(period: PeriodCalculation, bonus: Bonus): void;
  /** What of the run, beside the member, its explanation reads: the group below the member, or the sums of all members. */
  readonly explainedBy?: 'group' | 'totals';
  /** The rule with this plan's numbers, what it came to for a member, and why not more. */
  explain(bonus: Bonus, member: MemberInRun): BonusWords;
  /** What a line is for, in a sentence. */
  explainLine(bonus: Bonus, line: ExplainedLine): string;
  /** What an order has to do with it, where lines have no base of a source; left out where nothing can be said. */
  explainOrder?(bonus: Bonus, member: MemberInRun, order: OrderInRun): OrderPart | Promise<OrderPart>;
}
