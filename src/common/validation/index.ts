export * from './dto.js';
export * from './dto.pipe.js';
export * from './fields.js';
export * from './text.js';
