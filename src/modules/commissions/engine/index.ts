export type { BonusType } from './bonus-type.js';
export { BonusTypes, OWN_BONUS_TYPES, type AnyBonusType } from './bonus-types.js';
export { byRank } from './by-rank.js';
export { calculate, type Outcome } from './calculate.js';
export * as planFields from './document/fields.js';
export { MAX_BONUSES, MAX_RANKS } from './document/fields.js';
export type { Bonus, Plan, PlanDocument } from './document/plan.schema.js';
export { entriesOf, joined, validateMoney, validateRank, validateRanks, listOf } from './document/problem.js';
export type { KnownNames, Problem, Surroundings, Unvalidated } from './document/problem.js';
export { BeyondRange, CannotCalculate, isHeld, minorUnits, ONE, tenThousandths, Total, totalOf } from './exact.js';
export { payLevels, routesOf, type LevelBonus } from './levels.js';
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
