export { PlansModule } from './plans.module.js';
export { PublishedPlans, type PlanInForce } from './published-plans.js';
