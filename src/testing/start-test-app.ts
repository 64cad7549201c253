import { createApp, type CreateAppOptions } from '../app.js';
import { readConfig } from '#common/config/read-config.js';
import type { MigrationClass } from '#common/database/data-source.js';
import { migrate } from '#common/migrate.js';
import type { Extension } from '#common/replaceable.js';
import { Passwords } from '#people/users/index.js';
import { Factories } from './factories.js';
import { startTestDatabase, type TestDatabase } from './test-database.js';
import { TestedService } from './tested-service.js';

/** The service under test, with what makes users, applications and bundles in it. */
export class TestApp extends TestedService {
  readonly make = new Factories(this);
}

/** Options of {@link startTestApp}. */
export interface TestAppOptions {
  extensions?: readonly Extension[];
  /** Migrations of the extensions' tables. */
  migrations?: readonly MigrationClass[];
  /** Environment variables that override {@link TEST_SETTINGS}: `{ LOG_LEVEL: 'debug' }`. */
  settings?: Readonly<Record<string, string>>;
}

/** The defaults for tests; jobs and webhooks must be enabled explicitly. */
export const TEST_SETTINGS = {
  LOG_LEVEL: 'silent',
  DEMO: 'false',
  DATABASE_POOL_SIZE: '10',
  WEBHOOK_CONCURRENCY: '0',
  JOB_CONCURRENCY: '0',
};

/**
 * Starts the whole service with extensions, on its own embedded PostgreSQL. Requests need no socket: it listens only after
 * `listen()`.
 * @example
 * ```ts
 * const app = await startTestApp({ extensions: [myExtension] });
 * const member = await app.make.member();
 * const { status, body } = await member.get('commerce/cart-items/');
 * await app.stop();
 * ```
 */
export async function startTestApp({
  extensions = [],
  migrations = [],
  settings = {},
}: TestAppOptions = {}): Promise<TestApp> {
  const env = { ...TEST_SETTINGS, ...settings };
  const config = readConfig(env);
  const database = await startTestDatabase();
  try {
    await migrate(database.url, migrations);
    return await startOn(database, { config, extensions, env }, true);
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/**
 * Starts the service like `main.ts`, but without listening, on a migrated database.
 * @param ownsDatabase whether stopping drops the database
 */
export async function startOn(
  database: TestDatabase,
  options: Omit<CreateAppOptions, 'databaseUrl'>,
  ownsDatabase: boolean,
): Promise<TestApp> {
  const nest = await createApp({ ...options, databaseUrl: database.url });
  await nest.getHttpAdapter().getInstance().ready();
  // No test waits for what a hash costs.
  nest.get(Passwords, { strict: false }).cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  return new TestApp(nest, options.config, database, ownsDatabase);
}
