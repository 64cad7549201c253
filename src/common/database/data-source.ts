import pg from 'pg';
import type { DataSourceOptions, MigrationInterface } from 'typeorm';
import { MIGRATIONS } from './migrations/index.js';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 20_000;

// Every bigint here is an id or a count below 2^53. `numeric` stays text: it becomes a Decimal, never a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * A connection whose errors never end the process. Pool and TypeORM listen for errors only while they own it, not in
 * between; the running statement reports the error anyway.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** The settings of all database connections. */
export const CONNECTION = {
  Client: SteadyClient,
  application_name: 'commerce-api',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  keepAlive: true,
  // Statements are sent without waiting for the result of the previous one.
  pipeline: true,
  // Compiling takes far longer than it saves on few rows.
  options: '-c jit=off',
};

/** The options of TypeORM's data source. The schema comes only from migrations. */
export function dataSourceOptions(url: string, poolSize: number): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    poolSize,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    synchronize: false,
    logging: false,
    installExtensions: false,
    extra: CONNECTION,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    // The pool replaces broken idle connections; the change feed logs the outage.
    poolErrorHandler: () => undefined,
  };
}

/** A TypeORM migration; the digits at the end of its name are its timestamp. */
export type MigrationClass = new () => MigrationInterface;
