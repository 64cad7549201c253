import base, { filesNamed } from './jest.config.mjs';

/** Tests that start or kill processes and servers, or migrate from old versions: `npm run test:slow`, and CI. */
export default {
  ...base,
  testMatch: filesNamed('slow-spec'),
  reporters: [['<rootDir>/test/jest/reporter.mjs', { file: 'slow-test-results.json' }]],
  testTimeout: 900_000,
};
