import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { isRetryable } from '../errors/database-errors.js';

/** One SQL statement with a name: the driver prepares it once for each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * Names a statement. The name must be unique in the service, such as `cart.lines`.
 * @param text SQL with `$1` … placeholders
 */
export function statement(name: string, text: string): Statement {
  return { name, text };
}

/** How often a transaction that a deadlock or a serialisation failure ended runs again. */
const RETRIES = 3;

type Work<T> = (tx: EntityManager) => Promise<T>;

/**
 * The one way to the database. Public service methods open a transaction; their helpers take it as a required first
 * parameter (house rule 6).
 */
@Injectable()
export class Database {
  private readonly ambient = new AsyncLocalStorage<EntityManager>();
  private readonly commitActions = new WeakMap<EntityManager, (() => void)[]>();

  constructor(readonly dataSource: DataSource) {}

  /**
   * Runs work in a transaction and commits it, or rolls all of it back when it throws. A deadlock or a serialisation
   * failure runs it again, so it must have no effects outside the database; those belong into {@link afterCommit}.
   * A request with an idempotency key already has a transaction: the work then joins it.
   */
  async transaction<T>(work: Work<T>): Promise<T> {
    const outer = this.ambient.getStore();
    if (outer !== undefined) return work(outer);
    return this.retry(work);
  }

  /** Runs work in a transaction of its own that every {@link transaction} below it joins. */
  async ambientTransaction<T>(work: Work<T>): Promise<T> {
    return this.retry((tx) => this.ambient.run(tx, () => work(tx)));
  }

  /** Does something once a transaction has committed; never when it was rolled back. */
  afterCommit(tx: EntityManager, action: () => void): void {
    const actions = this.commitActions.get(tx);
    if (actions === undefined) this.commitActions.set(tx, [action]);
    else actions.push(action);
  }

  /**
   * Runs a prepared statement and returns its rows. `numeric` columns arrive as text.
   * @param tx the transaction, or null for a statement of its own
   */
  async query<Row extends object>(
    tx: EntityManager | null,
    { name, text }: Statement,
    values: unknown[] = [],
  ): Promise<Row[]> {
    return (await this.execute<Row>(tx, { name, text }, values)).rows;
  }

  /** The first row of a prepared statement, if there is one. */
  async queryOne<Row extends object>(
    tx: EntityManager | null,
    sql: Statement,
    values: unknown[] = [],
  ): Promise<Row | undefined> {
    return (await this.query<Row>(tx, sql, values))[0];
  }

  /** Runs a prepared statement and returns how many rows it changed. */
  async change(tx: EntityManager | null, sql: Statement, values: unknown[] = []): Promise<number> {
    return (await this.execute(tx, sql, values)).rowCount ?? 0;
  }

  private async execute<Row extends object>(
    tx: EntityManager | null,
    sql: Statement,
    values: unknown[],
  ): Promise<QueryResult<Row>> {
    const within = tx ?? this.ambient.getStore();
    const target = within === undefined ? this.pool : await clientOf(within);
    return target.query<Row>({ name: sql.name, text: sql.text, values });
  }

  private async retry<T>(work: Work<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.runOnce(work);
      } catch (error) {
        if (!isRetryable(error) || attempt >= RETRIES) throw error;
      }
    }
  }

  private async runOnce<T>(work: Work<T>): Promise<T> {
    let actions: (() => void)[] = [];
    const result = await this.dataSource.transaction(async (tx) => {
      const value = await work(tx);
      actions = this.commitActions.get(tx) ?? [];
      return value;
    });
    for (const action of actions) action();
    return result;
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}

async function clientOf(tx: EntityManager): Promise<PoolClient> {
  if (tx.queryRunner === undefined) throw new Error('a statement was given an entity manager outside a transaction');
  return (await tx.queryRunner.connect()) as PoolClient;
}
