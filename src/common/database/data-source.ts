import pg from 'pg';
import type { DataSourceOptions, MigrationInterface } from 'typeorm';
import { hostUrls } from '@commerce/postgres';
import { CONNECT_TIMEOUT_MS, CONNECTION } from './connections.js';

// Every bigint here is an id or a count below 2^53. `numeric` stays text: it becomes a Decimal, never a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The options of TypeORM's data source, without migrations: the schema comes only from them, and not through it. */
export function dataSourceOptions(url: string, poolSize: number, connection: object = CONNECTION): DataSourceOptions {
  return {
    type: 'postgres',
    // TypeORM reads no list of hosts; the connections get the whole URL.
    url: hostUrls(url)[0]!,
    poolSize,
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
