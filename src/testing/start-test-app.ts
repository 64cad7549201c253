import { createApp, type CreateAppOptions } from '../app.js';
import { readConfig } from '../common/config/read-config.js';
import type { MigrationClass } from '../common/database/data-source.js';
import { migrate } from '../common/database/migrate.js';
import type { Extension } from '../common/replaceable.js';
import { TestApp } from './test-app.js';
import { startTestDatabase, type TestDatabase } from './test-database.js';

/** What to start. */
export interface TestAppOptions {
  extensions?: readonly Extension[];
  /** Migrations of the extensions' own tables. */
  migrations?: readonly MigrationClass[];
  /** Settings that differ from those of tests, by the names that the environment gives them: `{ LOG_LEVEL: 'debug' }`. */
  settings?: Readonly<Record<string, string>>;
}

/** Who tests the delivery of webhooks asks for it. */
export const TEST_SETTINGS = { LOG_LEVEL: 'silent', DEMO: 'false', DATABASE_POOL_SIZE: '10', WEBHOOK_CONCURRENCY: '0' };

/**
 * Starts the whole service with extensions, on an embedded PostgreSQL of its own. Its requests need no socket: it listens
 * only if a test asks for it.
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
  const config = readConfig({ ...TEST_SETTINGS, ...settings });
  const database = await startTestDatabase();
  try {
    await migrate(database.url, migrations);
    return await startOn(database, { config, extensions }, true);
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/**
 * Starts the service as `main.ts` does, but for the address, on a database that has been migrated.
 * @param ownsDatabase whether the database goes when it stops
 */
export async function startOn(
  database: TestDatabase,
  options: Omit<CreateAppOptions, 'databaseUrl'>,
  ownsDatabase: boolean,
): Promise<TestApp> {
  const nest = await createApp({ ...options, databaseUrl: database.url });
  await nest.getHttpAdapter().getInstance().ready();
  return new TestApp(nest, options.config, database, ownsDatabase);
}
