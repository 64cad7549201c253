export { GeographyModule } from './geography.module.js';
export { isCountryCode, statesOf } from './geography.rules.js';
