export * from './access.decorator.js';
export * from './caller.js';
export * from './roles.js';
export * from './scopes.js';
