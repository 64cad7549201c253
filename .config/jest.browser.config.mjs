import base from './jest.config.mjs';

/** The console's tests, in a real browser: `npm run test:browser`. `npm test` needs none. */
export default {
  ...base,
  testMatch: ['<rootDir>/test/browser/**/*.browser-spec.ts'],
  globalSetup: '<rootDir>/test/browser/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/browser/support/global-teardown.mjs',
  reporters: [['<rootDir>/test/jest/reporter.mjs', { file: 'browser-test-results.json' }]],
  // Only what has failed takes so long: axe looks at thousands of elements of the API reference.
  testTimeout: 600_000,
};
