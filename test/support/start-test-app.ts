import type { Logger } from 'pino';
import type { Config } from '#common/config/config.js';
import { readConfig } from '#common/config/read-config.js';
import type { Extension } from '#common/replaceable.js';
import { startOn, TEST_SETTINGS, type TestApp } from '../../src/testing/start-test-app.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

export { TestApp } from '../../src/testing/start-test-app.js';
export type { Answer, TestRequest } from '../../src/testing/tested-service.js';

/** What to start. */
export interface TestAppOptions {
  /** Settings that differ from those of tests. */
  config?: Partial<Config>;
  extensions?: readonly Extension[];
  logger?: Logger;
  /** A database of the test's own making; by default one is made for it. */
  database?: TestDatabase;
  /** Start another instance on the database of this one. */
  sharing?: TestApp;
}

/** Starts the service on a database that is cloned from the template of the run. */
export async function startTestApp({ config, extensions, logger, ...on }: TestAppOptions = {}): Promise<TestApp> {
  const database = on.database ?? on.sharing?.database ?? (await createTestDatabase());
  const options = {
    config: Object.assign(readConfig(TEST_SETTINGS), config),
    ...(extensions === undefined ? {} : { extensions }),
    ...(logger === undefined ? {} : { logger }),
  };
  return startOn(database, options, on.sharing === undefined);
}
