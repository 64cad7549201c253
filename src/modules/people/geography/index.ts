export { isCountryCode, statesOf } from './geography.rules.js';
