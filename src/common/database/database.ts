import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import pLimit from 'p-limit';
import { DataSource, type EntityManager } from 'typeorm';
import pg, { type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { isRetryable, type Prepared } from '@commerce/postgres';
import { ConfigError } from '../config/config-error.js';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { CONNECTION, CONNECTIONS_BESIDE, DatabaseAddress } from './connections.js';

/** A named SQL statement, which the driver prepares once per connection, unless a pooler is in between. */
export interface Statement extends Prepared {
  /** It sets a limit of time for its transaction: from then on the server may be silent for long. */
  readonly takesTime?: boolean;
}

/**
 * Names a statement. The name must be unique in the process, such as `cart.lines`; without one (`''`) it is not prepared.
 * @param text SQL with `$1` … placeholders
 * @throws ConfigError if the name is that of another statement
 */
export function statement(name: string, text: string): Statement {
  if (name !== '' && (STATEMENTS.get(name)?.text ?? text) !== text)
    throw new ConfigError(`two statements are named ${name}`);
  const named = { name, text, takesTime: text.includes('statement_timeout') };
  STATEMENTS.set(name, named);
  return named;
}

/** All that have been named: a test prepares each. */
export const STATEMENTS = new Map<string, Statement>();

const LOCK = statement('database.lock', 'SELECT pg_advisory_xact_lock($1)');
const HOLD = statement('database.hold', 'SELECT pg_advisory_xact_lock_shared($1)');
const NOW = statement('database.now', `SELECT date_trunc('milliseconds', clock_timestamp()) AS now`);

/** Attempts of a transaction that fails with a deadlock or a serialisation failure. */
const MAX_ATTEMPTS = 4;

type ShouldRetry = (error: unknown, attempts: number) => boolean;
type Work<T> = (tx: EntityManager) => Promise<T>;
type CommitAction = () => void | Promise<void>;

interface OpenTransaction {
  readonly client: PoolClient;
  /** Statements sent without waiting for the result. */
  readonly sent: Promise<unknown>[];
  readonly afterCommit: CommitAction[];
}

/**
 * Access to the database. Public service methods open a transaction; their helpers take it as first parameter (house
 * rule 6).
 */
@Injectable()
export class Database implements OnModuleDestroy {
  private readonly ambient = new AsyncLocalStorage<EntityManager>();
  private readonly outside = new AsyncLocalStorage<true>();
  private readonly open = new WeakMap<EntityManager, OpenTransaction>();

  /** Half of the connections: work inside an ambient transaction may need a second one. */
  private readonly ambientLimit: ReturnType<typeof pLimit>;

  /**
   * Past a pooler, for what ambient transactions need beside theirs: of its few connections they may have all, and would wait
   * for each other.
   */
  private readonly beside: Pool | undefined;

  constructor(
    readonly dataSource: DataSource,
    private readonly address: DatabaseAddress,
  ) {
    this.ambientLimit = pLimit(Math.max(1, Math.floor((dataSource.options.poolSize ?? 2) / 2)));
    if (!address.isPooled) return;
    this.beside = new pg.Pool({
      ...CONNECTION,
      application_name: 'commerce-beside',
      connectionString: address.url,
      max: CONNECTIONS_BESIDE,
    });
    this.beside.on('error', () => undefined);
  }

  async onModuleDestroy(): Promise<void> {
    await this.beside?.end();
  }

  /**
   * Runs work in a transaction; rolls back if it throws. It is retried after a deadlock or a serialisation failure, so it
   * must have no effects outside the database; use {@link afterCommit} for those. Within an ambient transaction it runs in
   * a savepoint.
   * @param shouldRetry other failures to retry after
   */
  async transaction<T>(work: Work<T>, shouldRetry: ShouldRetry = () => false): Promise<T> {
    const outer = this.ambient.getStore();
    if (outer !== undefined) return retry(() => this.nested(outer, () => work(outer)), shouldRetry);
    return retry(
      () => this.runOnce(work),
      (error, attempts) => isTransient(error, attempts) || shouldRetry(error, attempts),
    );
  }

  /**
   * Runs work in a transaction that every nested {@link transaction} and single statement joins, each in a savepoint. Within
   * one it is a savepoint itself: a second connection would commit alone, and wait for a turn that the first one has.
   */
  async ambientTransaction<T>(work: Work<T>): Promise<T> {
    if (this.isAmbient) return this.transaction(work);
    const runOnce = (): Promise<T> => this.runOnce((tx) => this.ambient.run(tx, () => work(tx)));
    return this.ambientLimit(() => retry(runOnce, isTransient));
  }

  /** For reads without a transaction of their own; they join the ambient transaction, if any. */
  get manager(): EntityManager {
    return this.ambient.getStore() ?? this.dataSource.manager;
  }

  /** Runs work outside the ambient transaction: its changes stay even if that is rolled back. */
  async outsideAmbient<T>(work: () => Promise<T>): Promise<T> {
    return this.isAmbient ? this.ambient.exit(() => this.outside.run(true, work)) : work();
  }

  /** Begins what goes on after the ambient transaction, such as a timer or a thread: it has no part in it. */
  detached<T>(begin: () => T): T {
    return this.ambient.exit(begin);
  }

  /** Whether there is an ambient transaction. */
  get isAmbient(): boolean {
    return this.ambient.getStore() !== undefined;
  }

  /**
   * Runs an action after the commit; not after a rollback.
   * @param action may return a promise, which must not reject; {@link transaction} waits for it
   */
  afterCommit(tx: EntityManager, action: CommitAction): void {
    this.openOf(tx).afterCommit.push(action);
  }

  /**
   * Sends a statement without waiting for the result. If it fails, the transaction fails, at the latest with the COMMIT.
   * @param done called with the rows, before the actions of {@link afterCommit}
   */
  send<Row extends object>(
    tx: EntityManager,
    sql: Statement,
    values: unknown[],
    done: (rows: Row[]) => void = () => undefined,
  ): void {
    const { client, sent } = this.openOf(tx);
    const answered = client.query<Row>(this.configOf(sql, values)).then(({ rows }) => done(rows));
    // The COMMIT reports it; without a handler Node would end the process.
    answered.catch(() => undefined);
    sent.push(answered);
  }

  /**
   * Runs a prepared statement and returns its rows; `numeric` columns are text.
   * @param tx the transaction; null or {@link manager} for a single statement
   */
  async query<Row extends object>(tx: EntityManager | null, sql: Statement, values: unknown[] = []): Promise<Row[]> {
    return (await this.execute<Row>(tx, sql, values)).rows;
  }

  /** Runs a prepared statement and returns its first row, if any. */
  async queryOne<Row extends object>(
    tx: EntityManager | null,
    sql: Statement,
    values: unknown[] = [],
  ): Promise<Row | undefined> {
    return (await this.query<Row>(tx, sql, values))[0];
  }

  /** Takes an advisory lock alone until the transaction ends. */
  async lock(tx: EntityManager, name: keyof typeof ADVISORY_LOCKS): Promise<void> {
    await this.query(tx, LOCK, [ADVISORY_LOCKS[name]]);
  }

  /** Takes an advisory lock together with others who hold it, so that nobody takes it alone before the transaction ends. */
  async hold(tx: EntityManager, name: keyof typeof ADVISORY_LOCKS): Promise<void> {
    await this.query(tx, HOLD, [ADVISORY_LOCKS[name]]);
  }

  /** The present moment by the database's clock, which all instances share, as clients see it. */
  async now(tx: EntityManager): Promise<Date> {
    return (await this.queryOne<{ now: Date }>(tx, NOW))!.now;
  }

  /**
   * The connection of a transaction, for COPY, which a connection that sends statements ahead does not take. Until the
   * transaction ends it sends none ahead.
   */
  async forCopy(tx: EntityManager): Promise<PoolClient> {
    const open = this.openOf(tx);
    await Promise.all(open.sent);
    return Object.assign(open.client, { pipeline: false });
  }

  /** Runs a prepared statement and returns the number of affected rows. */
  async change(tx: EntityManager | null, sql: Statement, values: unknown[] = []): Promise<number> {
    return (await this.execute(tx, sql, values)).rowCount ?? 0;
  }

  private async execute<Row extends object>(
    tx: EntityManager | null,
    sql: Statement,
    values: unknown[],
  ): Promise<QueryResult<Row>> {
    const isAlone = tx === null || tx === this.dataSource.manager;
    const outer = isAlone ? this.ambient.getStore() : undefined;
    if (outer !== undefined) return this.nested(outer, () => this.execute<Row>(outer, sql, values));
    const target = isAlone ? this.free : this.openOf(tx).client;
    if (sql.takesTime === true && !isAlone) Object.assign(target, { isPatient: true });
    return target.query<Row>(this.configOf(sql, values));
  }

  /** Through a pooler a prepared statement would be on another connection than the one that it is asked of next. */
  private configOf({ name, text }: Statement, values: unknown[]): QueryConfig & { label?: string } {
    return this.address.isPooled ? { label: name, text, values } : { name, text, values };
  }

  private async nested<T>(outer: EntityManager, work: () => Promise<T>): Promise<T> {
    const { client, sent, afterCommit } = this.openOf(outer);
    const actions = afterCommit.length;
    await client.query('SAVEPOINT nested');
    try {
      const result = await work();
      await Promise.all(sent);
      await client.query('RELEASE SAVEPOINT nested');
      return result;
    } catch (error) {
      const failure = await firstFailure(sent.splice(0));
      // Both: a savepoint that was only rolled back to stays, and would stand before the one around it, which has its name.
      await client.query('ROLLBACK TO SAVEPOINT nested; RELEASE SAVEPOINT nested');
      afterCommit.splice(actions);
      throw failure ?? error;
    }
  }

  private async runOnce<T>(work: Work<T>): Promise<T> {
    const { result, afterCommit } = await this.committed(work);
    const pending = afterCommit.map((action) => action()).filter((done) => done !== undefined);
    if (pending.length > 0) await Promise.all(pending);
    return result;
  }

  /** Does not use TypeORM's `transaction`, which waits for BEGIN and is slower than some statements. */
  private async committed<T>(work: Work<T>): Promise<{ result: T; afterCommit: readonly CommitAction[] }> {
    const runner = this.dataSource.createQueryRunner();
    const tx = runner.manager;
    try {
      const client = (await runner.connect()) as PoolClient;
      const open: OpenTransaction = { client, sent: [], afterCommit: [] };
      this.open.set(tx, open);
      // So that TypeORM's repositories join it; a nested transaction becomes a savepoint.
      Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
      return { result: await commit(open, () => work(tx)), afterCommit: open.afterCommit };
    } finally {
      const client = this.open.get(tx)?.client;
      if (client !== undefined) Object.assign(client, { pipeline: true, isPatient: false });
      this.open.delete(tx);
      await runner.release();
    }
  }

  private openOf(tx: EntityManager): OpenTransaction {
    const open = this.open.get(tx);
    if (open === undefined)
      throw new Error('a statement was given an entity manager outside a transaction, or after its end');
    return open;
  }

  /** For a statement without a transaction. */
  private get free(): Pool {
    if (this.beside !== undefined && this.outside.getStore() === true) return this.beside;
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}

async function retry<T>(run: () => Promise<T>, shouldRetry: ShouldRetry): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await run();
    } catch (error) {
      if (!shouldRetry(error, attempts)) throw error;
    }
  }
}

function isTransient(error: unknown, attempts: number): boolean {
  return attempts < MAX_ATTEMPTS && isRetryable(error);
}

/** Runs work between BEGIN and COMMIT, and waits for all sent statements; ROLLBACK if any of them fails. */
async function commit<T>({ client, sent }: OpenTransaction, work: () => Promise<T>): Promise<T> {
  const begun = client.query('BEGIN');
  begun.catch(() => undefined);
  sent.push(begun);
  try {
    const result = await work();
    const ended = client.query('COMMIT');
    ended.catch(() => undefined);
    const failure = await firstFailure(sent);
    const { command } = await ended;
    // COMMIT of a failed transaction is a ROLLBACK.
    if (failure !== undefined) throw failure;
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    const failure = await firstFailure(sent);
    await client.query('ROLLBACK').catch(() => undefined);
    // Later failures only say that the transaction has failed.
    throw failure ?? error;
  }
}

async function firstFailure(sent: readonly Promise<unknown>[]): Promise<Error | undefined> {
  const outcomes = await Promise.allSettled(sent);
  return outcomes.find((outcome) => outcome.status === 'rejected')?.reason as Error | undefined;
}
