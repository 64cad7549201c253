export { Bonus } from './bonus-types/bonus.decorator.js';
export { InstalledBonuses } from './bonus-types/installed-bonuses.js';
export { PlansModule } from './plans.module.js';
export { periodOf, startOfDay, type Period } from './periods/period.rules.js';
export { PublishedPlans, type PlanInForce } from './published-plans.js';
export { OpenPeriods, type OpenPeriod } from './periods/open-period.js';
