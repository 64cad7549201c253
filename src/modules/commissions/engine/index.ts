export type { Bonus, Plan, Rank } from './document/plan.schema.js';
export { planSchema } from './document/plan.schema.js';
export type { Requirements } from './document/requirements.schema.js';
