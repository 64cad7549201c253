/** Where tests of a kind are. */
export const filesNamed = (kind) =>
  ['src', 'packages/*/src', 'console/src', 'test', 'examples'].map((folder) => `<rootDir>/${folder}/**/*.${kind}.ts`);

/**
 * Jest runs the TypeScript sources in Node's own module system, shared by the files of a worker (test/jest/runtime.mjs);
 * every e2e file gets a database of its own (test/support).
 */
export default {
  rootDir: '..',
  runtime: '<rootDir>/test/jest/runtime.mjs',
  testEnvironment: '<rootDir>/test/jest/environment.mjs',
  transform: {},
  testMatch: filesNamed('{spec,e2e-spec}'),
  setupFiles: ['<rootDir>/test/jest/setup.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/jest/problems.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['<rootDir>/test/jest/reporter.mjs'],
  cacheDirectory: '<rootDir>/.cache/jest',
  // Only what has failed takes so long.
  testTimeout: 600_000,
  // Each worker has the whole service in it, and the database works beside them.
  maxWorkers: 3,
  // Modules of finished files are not let go of: a worker is renewed before it runs out of memory.
  workerIdleMemoryLimit: '1GB',
  // Milliseconds that only a worker takes which something keeps alive: the usual 500 are too few on a busy machine.
  workerGracefulExitTimeout: 30_000,
  coverageProvider: 'v8',
  coverageReporters: ['text-summary', 'lcov'],
  // Left out: what runs only in processes and threads of its own, where no coverage is counted. Slow tests start them.
  collectCoverageFrom: [
    '{src,packages/*/src}/**/*.ts',
    '!**/*spec.ts',
    '!**/generated/**',
    '!src/{main,start}.ts',
    '!src/modules/network/live/live.worker.ts',
    '!src/modules/sales/bundles/pictures/picture.process.ts',
  ],
  coverageThreshold: { global: { lines: 95 } },
};
