export * from '../../src/testing/factories.js';
