import pg from 'pg';
import type { DataSourceOptions, MigrationInterface } from 'typeorm';
import { MIGRATIONS } from './migrations/index.js';

/** Milliseconds to wait for a connection, and for one statement. */
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 20_000;

// Every bigint here is an id or a count below 2^53. `numeric` stays text: it becomes a Decimal, never a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * A connection whose breaking never ends the process. The pool and TypeORM each listen while it is theirs, but a server
 * that stops in the very moment of handing it over would find nobody listening; the statement that runs reports it anyway.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** What each connection to the database is set to, whichever server it leads to. */
export const CONNECTION = {
  Client: SteadyClient,
  application_name: 'commerce-api',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  keepAlive: true,
  // What a transaction does not wait for goes out at once, behind what is still being answered.
  pipeline: true,
  // Compiling a statement costs hundreds of times what it saves on the few rows that ours are about.
  options: '-c jit=off',
};

/** The options of TypeORM's data source; the schema comes from migrations alone, never from `synchronize`. */
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
    // An idle connection that breaks is replaced by the pool; the change feed, which loses its own, logs the outage.
    poolErrorHandler: () => undefined,
  };
}

/** A migration of TypeORM; the digits at the end of its name say when it was written. */
export type MigrationClass = new () => MigrationInterface;
