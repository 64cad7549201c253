export { classConstraint, ExactKeys, innerConstraint, validateKeys, type InnerProblem } from './constraint.js';
export * from './credential-fields.js';
export * from './dto.js';
export * from './fields.js';
export { asSent } from './instance.js';
export * from './instant-field.js';
export { repeatedKeyOf } from './json.js';
export * from './text.js';
export * from './total-field.js';
