export * from './credential-fields.js';
export * from './credentials.rules.js';
export * from './dto.js';
export * from './dto.pipe.js';
export * from './fields.js';
export * from './instant-field.js';
export * from './judged.pipe.js';
export * from './text.js';
