import pg from 'pg';
import type { DataSourceOptions, MigrationInterface } from 'typeorm';
import { hostUrls } from '../config/database-hosts.js';
import { MIGRATIONS } from './migrations/index.js';
import { SteadyClient } from './steady-client.js';
import { CONNECT_TIMEOUT_MS, SILENCE_MS, STATEMENT_TIMEOUT_MS } from './time-limits.js';

// Every bigint here is an id or a count below 2^53. `numeric` stays text: it becomes a Decimal, never a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The settings of connections through a pooler in transaction mode, which takes none of the server's: the role has them. */
export const POOLED_CONNECTION = {
  Client: SteadyClient,
  is_pooled: true,
  application_name: 'commerce-api',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  silence_timeout: SILENCE_MS,
  keepAlive: true,
  // Statements are sent without waiting for the result of the previous one.
  pipeline: true,
};

/** The settings of all other database connections. */
export const CONNECTION = {
  ...POOLED_CONNECTION,
  is_pooled: false,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  // Compiling takes far longer than it saves on few rows.
  options: '-c jit=off',
};

/** The option of a pool whose statements take as long as they take, whatever the role's settings are. */
export const UNLIMITED = {
  onConnect: async (client: pg.ClientBase): Promise<void> => {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
  },
};

/** The options of TypeORM's data source. The schema comes only from migrations. */
export function dataSourceOptions(url: string, poolSize: number, connection: object = CONNECTION): DataSourceOptions {
  return {
    type: 'postgres',
    // TypeORM reads no list of hosts; the connections get the whole URL.
    url: hostUrls(url)[0]!,
    poolSize,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    // A migration that cannot run in a transaction says so itself: see online.ts.
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    installExtensions: false,
    extra: { ...connection, connectionString: url },
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    // The pool replaces broken idle connections; the change feed logs the outage.
    poolErrorHandler: () => undefined,
  };
}

/** A TypeORM migration; the digits at the end of its name are its timestamp. */
export type MigrationClass = new () => MigrationInterface;
