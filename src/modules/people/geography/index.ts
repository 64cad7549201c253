export { GeographyModule } from './geography.module.js';
export { isCountryCode } from './geography.rules.js';
