import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { isRetryable } from '../errors/database-errors.js';
import { Places } from './places.js';

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

  /** Half of the connections: what runs below an ambient transaction may need a second one. */
  private readonly ambientPlaces: Places;

  constructor(readonly dataSource: DataSource) {
    this.ambientPlaces = new Places(Math.max(1, Math.floor((dataSource.options.poolSize ?? 2) / 2)));
  }

  /**
   * Runs work in a transaction and commits it, or rolls all of it back when it throws. A deadlock or a serialisation
   * failure runs it again, so it must have no effects outside the database; those belong into {@link afterCommit}.
   * A request with an idempotency key already has a transaction: the work then joins it, and is undone alone if it throws.
   */
  async transaction<T>(work: Work<T>): Promise<T> {
    const outer = this.ambient.getStore();
    return outer === undefined ? this.retry(work) : this.nested(outer, () => work(outer));
  }

  /**
   * Runs work in a transaction of its own that everything below it joins: each {@link transaction} and each single
   * statement commits with it, and is undone alone when it fails.
   */
  async ambientTransaction<T>(work: Work<T>): Promise<T> {
    return this.ambientPlaces.run(() => this.retry((tx) => this.ambient.run(tx, () => work(tx))));
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
    const outer = tx === null ? this.ambient.getStore() : undefined;
    if (outer !== undefined) return this.nested(outer, () => this.execute<Row>(outer, sql, values));
    const target = tx === null ? this.pool : await clientOf(tx);
    return target.query<Row>({ name: sql.name, text: sql.text, values });
  }

  private async nested<T>(outer: EntityManager, work: () => Promise<T>): Promise<T> {
    const actions = this.commitActions.get(outer)?.length ?? 0;
    await outer.query('SAVEPOINT nested');
    try {
      const result = await work();
      await outer.query('RELEASE SAVEPOINT nested');
      return result;
    } catch (error) {
      await outer.query('ROLLBACK TO SAVEPOINT nested');
      this.commitActions.get(outer)?.splice(actions);
      throw error;
    }
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
