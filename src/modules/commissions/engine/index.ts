export { BONUS_JUDGES } from './bonuses/schemas.js';
export { MAX_BONUSES, MAX_RANKS } from './document/fields.js';
export type { Plan, PlanDocument } from './document/plan.schema.js';
export { planSchema } from './document/plan.schema.js';
export { entriesOf, joined, judgeMoney, judgeRank, listOf } from './document/problem.js';
export type { KnownNames, Problem, Surroundings } from './document/problem.js';
