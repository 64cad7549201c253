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

/** How often a transaction is tried that ends in a deadlock or a serialisation failure. */
const TRIES = 4;

type Again = (error: unknown, tried: number) => boolean;
type Work<T> = (tx: EntityManager) => Promise<T>;
type CommitAction = () => void | Promise<void>;

/** A transaction that is under way. */
interface Open {
  readonly client: PoolClient;
  /** What was sent without waiting for it. */
  readonly sent: Promise<unknown>[];
  /** What is to be done once it has committed. */
  readonly afterwards: CommitAction[];
}

/**
 * The one way to the database. Public service methods open a transaction; their helpers take it as a required first
 * parameter (house rule 6).
 */
@Injectable()
export class Database {
  private readonly ambient = new AsyncLocalStorage<EntityManager>();
  private readonly open = new WeakMap<EntityManager, Open>();

  /** Half of the connections: what runs below an ambient transaction may need a second one. */
  private readonly ambientPlaces: Places;

  constructor(readonly dataSource: DataSource) {
    this.ambientPlaces = new Places(Math.max(1, Math.floor((dataSource.options.poolSize ?? 2) / 2)));
  }

  /**
   * Runs work in a transaction and commits it, or rolls all of it back when it throws. A deadlock or a serialisation
   * failure runs it again, so it must have no effects outside the database; those belong into {@link afterCommit}.
   * A request with an idempotency key already has a transaction: the work then joins it, and is undone alone if it throws.
   * @param again after which other failures it runs again, having been tried so often
   */
  async transaction<T>(work: Work<T>, again: Again = () => false): Promise<T> {
    const outer = this.ambient.getStore();
    if (outer !== undefined) return retry(() => this.nested(outer, () => work(outer)), again);
    return retry(
      () => this.runOnce(work),
      (error, tried) => isAccident(error, tried) || again(error, tried),
    );
  }

  /**
   * Runs work in a transaction of its own that everything below it joins: each {@link transaction} and each single
   * statement commits with it, and is undone alone when it fails.
   */
  async ambientTransaction<T>(work: Work<T>): Promise<T> {
    const runOnce = (): Promise<T> => this.runOnce((tx) => this.ambient.run(tx, () => work(tx)));
    return this.ambientPlaces.run(() => retry(runOnce, isAccident));
  }

  /** For what is given an entity manager where no transaction is under way: each of its statements stands for itself. */
  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** Runs work apart from the transaction of the request: what it writes stays, whatever becomes of that. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    return this.ambient.exit(work);
  }

  /** Whether single statements join a transaction of the request. */
  get isAmbient(): boolean {
    return this.ambient.getStore() !== undefined;
  }

  /**
   * Does something once a transaction has committed; never when it was rolled back.
   * @param action a promise that it gives, which must not reject, is waited for before the transaction counts as done
   */
  afterCommit(tx: EntityManager, action: CommitAction): void {
    this.openOf(tx).afterwards.push(action);
  }

  /**
   * Sends a statement without waiting for it: the next one, at the latest the COMMIT, goes out right behind it. When it
   * fails, the transaction does.
   * @param done told of its rows, before anything that is to be done after the commit
   */
  send<Row extends object>(
    tx: EntityManager,
    sql: Statement,
    values: unknown[],
    done: (rows: Row[]) => void = () => undefined,
  ): void {
    const { client, sent } = this.openOf(tx);
    const answered = client.query<Row>({ name: sql.name, text: sql.text, values }).then(({ rows }) => done(rows));
    // Who waits for all that was sent hears of it; until then nobody listens.
    answered.catch(() => undefined);
    sent.push(answered);
  }

  /**
   * Runs a prepared statement and returns its rows. `numeric` columns arrive as text.
   * @param tx the transaction, or null or {@link manager} for a statement of its own
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
    const isAlone = tx === null || tx === this.manager;
    const outer = isAlone ? this.ambient.getStore() : undefined;
    if (outer !== undefined) return this.nested(outer, () => this.execute<Row>(outer, sql, values));
    const target = isAlone ? this.pool : this.openOf(tx).client;
    return target.query<Row>({ name: sql.name, text: sql.text, values });
  }

  private async nested<T>(outer: EntityManager, work: () => Promise<T>): Promise<T> {
    const { client, sent, afterwards } = this.openOf(outer);
    const actions = afterwards.length;
    await client.query('SAVEPOINT nested');
    try {
      const result = await work();
      await Promise.all(sent);
      await client.query('RELEASE SAVEPOINT nested');
      return result;
    } catch (error) {
      const failure = await firstFailure(sent.splice(0));
      await client.query('ROLLBACK TO SAVEPOINT nested');
      afterwards.splice(actions);
      throw failure ?? error;
    }
  }

  private async runOnce<T>(work: Work<T>): Promise<T> {
    const { result, afterwards } = await this.committed(work);
    const pending: Promise<void>[] = [];
    for (const action of afterwards) {
      const done = action();
      if (done !== undefined) pending.push(done);
    }
    if (pending.length > 0) await Promise.all(pending);
    return result;
  }

  /** Not by TypeORM's own `transaction`, which waits for BEGIN and for what was sent, and costs more than some statements. */
  private async committed<T>(work: Work<T>): Promise<{ result: T; afterwards: readonly CommitAction[] }> {
    const runner = this.dataSource.createQueryRunner();
    const tx = runner.manager;
    try {
      const client = (await runner.connect()) as PoolClient;
      const open: Open = { client, sent: [], afterwards: [] };
      this.open.set(tx, open);
      // TypeORM's repositories shall join it, not open their own; a transaction within it is a savepoint.
      Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
      return { result: await commit(open, () => work(tx)), afterwards: open.afterwards };
    } finally {
      // Its connection is another's from now on.
      this.open.delete(tx);
      await runner.release();
    }
  }

  private openOf(tx: EntityManager): Open {
    const open = this.open.get(tx);
    if (open === undefined)
      throw new Error('a statement was given an entity manager outside a transaction, or after its end');
    return open;
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}

async function retry<T>(run: () => Promise<T>, again: Again): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run();
    } catch (error) {
      if (!again(error, tried)) throw error;
    }
  }
}

function isAccident(error: unknown, tried: number): boolean {
  return tried < TRIES && isRetryable(error);
}

/** Runs work between BEGIN and COMMIT, and waits for all that was sent; ROLLBACK when anything failed. */
async function commit<T>({ client, sent }: Open, work: () => Promise<T>): Promise<T> {
  const begun = client.query('BEGIN');
  begun.catch(() => undefined);
  sent.push(begun);
  try {
    const result = await work();
    const ended = client.query('COMMIT');
    ended.catch(() => undefined);
    const failure = await firstFailure(sent);
    const { command } = await ended;
    // The database answers the COMMIT of a transaction that has failed by rolling it back.
    if (failure !== undefined) throw failure;
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    const failure = await firstFailure(sent);
    await client.query('ROLLBACK').catch(() => undefined);
    // What fails after it only says that the transaction has failed.
    throw failure ?? error;
  }
}

/** What the first of those that fail says. */
async function firstFailure(sent: readonly Promise<unknown>[]): Promise<Error | undefined> {
  const outcomes = await Promise.allSettled(sent);
  return outcomes.find((outcome) => outcome.status === 'rejected')?.reason as Error | undefined;
}
