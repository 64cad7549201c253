/** Jest runs the TypeScript sources as native ES modules; every e2e file gets a database of its own (test/support). */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, diagnostics: false, tsconfig: 'tsconfig.json' }] },
  testMatch: [
    '<rootDir>/src/**/*.spec.ts',
    '<rootDir>/src/**/*.e2e-spec.ts',
    '<rootDir>/console/src/**/*.spec.ts',
    '<rootDir>/test/**/*.e2e-spec.ts',
    '<rootDir>/examples/**/*.e2e-spec.ts',
    '<rootDir>/proofs/**/*.spec.ts',
  ],
  setupFiles: ['<rootDir>/test/support/preload.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/retries.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/support/results-reporter.mjs'],
  cacheDirectory: '<rootDir>/.cache/jest',
  testTimeout: 30_000,
  // Each worker has the whole service in it, and the database works beside them.
  maxWorkers: 2,
  // Modules of finished files are not let go of: a worker is renewed before it runs out of memory.
  workerIdleMemoryLimit: '1GB',
  coverageProvider: 'v8',
  coverageReporters: ['text-summary', 'lcov'],
  // Left out: what runs only in processes of its own, where no coverage is counted. test/start.e2e-spec.ts and
  // test/instances.e2e-spec.ts start them.
  collectCoverageFrom: [
    'src/**/*.ts',
    '!src/**/*spec.ts',
    '!src/{main,start,instance}.ts',
    '!src/common/instances/*.ts',
    '!src/common/database/connections.ts',
    '!src/modules/network/live/live.worker.ts',
  ],
  coverageThreshold: { global: { lines: 95 } },
};
