export * from './pricing.js';
export { PricingModule } from './pricing.module.js';
