/** The package's public API: nothing else of it may be imported. */
export { ALL_PURCHASES, type Base } from './bases.js';
export { OWN_TYPES, type Bonus } from './bonuses/index.js';
export type { BonusType } from './bonus-type.js';
export { BonusTypes, OWN_BONUS_TYPES, planSchema, type AnyBonusType, type PlanDocument } from './bonus-types.js';
export { byRank } from './by-rank.js';
export { calculate, type Outcome } from './calculate.js';
export { calculateSmall, paidBy, type SmallOutcome, type NamedLine, type NamedMember } from './calculate-small.js';
export * as planFields from './document/fields.js';
export { MAX_BONUSES, MAX_RANKS } from './document/fields.js';
export type { AnyBonus, Plan } from './document/plan.schema.js';
export { entriesOf, joined, validateMoney, validateRank, validateRanks, listOf } from './document/problem.js';
export type { KnownNames, Problem, Surroundings, Unvalidated } from './document/problem.js';
export { BeyondRange, CannotCalculate, isHeld, minorUnits, ONE, tenThousandths, Total, totalOf } from './exact.js';
export {
  counted,
  exactly,
  isPayee,
  linesWord,
  listed,
  rankAt,
  REASONS,
  roundedMoney,
  sumOf,
  whyUnpaid,
  type BonusWords,
  type ExplainedLine,
  type ExplainedMember,
  type GroupBelow,
  type GroupMember,
  type LegVolumes,
  type MemberInRun,
  type NumberWords,
  type OrderInRun,
  type OrderPart,
  type Reason,
  type RunTotals,
  type Standing,
} from './explanation.js';
export {
  defineInput,
  inputNumber,
  inputValue,
  validateInput,
  type BonusInput,
  type InputOfMember,
  type InputValue,
} from './inputs.js';
export { levelLine, levelWords, percentsOf, percentsWord } from './level-words.js';
export { everyPayee, levelsOf, tableRule, type LevelRule } from './level-rule.js';
export { payLevels } from './bonuses/levels.js';
export { Money } from './money.js';
export { CAP, CLAWBACK, type LineColumns, type Lines } from './lines.js';
export {
  EARLIER,
  KIND,
  NOBODY,
  NO_RANK,
  NOT_PLACED,
  NOTHING,
  STATUS,
  type EarlierPeriod,
  type LedgerRows,
  type Legs,
  type Members,
  type PeriodInput,
} from './period.js';
export type { PeriodCalculation } from './period-calculation.js';
export { farAbove, sponsorsFirst } from './trees.js';
export { measuresOf, measuresOfTree } from './measures.js';
export { RankPass, shareOfLeg, standingsOf } from './standings.js';
export type { Requirements } from './document/requirements.schema.js';
export {
  enrolledAt,
  inputOf,
  PERIOD_BEGINS,
  planOf,
  sale,
  type SmallEarlier,
  type SmallEarlierLine,
  type SmallMember,
  type SmallPeriod,
  type SmallRow,
} from './small-period.js';
