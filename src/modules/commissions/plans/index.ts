export { Bonus } from './bonus-types/bonus.decorator.js';
export { InstalledBonuses } from './bonus-types/installed-bonuses.js';
export { PlansModule } from './plans.module.js';
export { dayOf, periodOf, periodWith, startOfDay, type Period } from './periods/period.rules.js';
export { PublishedPlans, type PlanInForce } from './published-plans.js';
export { OpenPeriods, type OpenPeriod } from './periods/open-period.js';
export { PlansService } from './plans.service.js';
export { Publishing } from './publishing/publishing.service.js';
export { HYBRID } from './templates/hybrid.template.js';
