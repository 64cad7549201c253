export { ALL_PURCHASES, type Base, type BonusType } from './bonus-type.js';
export { BonusTypes, OWN_BONUS_TYPES, type AnyBonusType } from './bonus-types.js';
export { byRank } from './by-rank.js';
export { calculate, type Outcome } from './calculate.js';
export * as planFields from './document/fields.js';
export { MAX_BONUSES, MAX_RANKS } from './document/fields.js';
export type { Plan, PlanDocument } from './document/plan.schema.js';
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
export { levelLine, levelWords, percentsOf, percentsWord } from './level-words.js';
export { everyPayee, levelsOf, payLevels, tableRule, type LevelRule } from './levels.js';
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
export { sponsorsFirst } from './trees.js';
export { measuresOfTree } from './measures.js';
export { RankPass, shareOfLeg } from './ranks.js';
export type { Requirements } from './document/requirements.schema.js';
