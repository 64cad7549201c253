export * from './amounts.rules.js';
export * from './pricing.js';
export { PricingModule } from './pricing.module.js';
