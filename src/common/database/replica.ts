import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../config/config.js';
import { ConfigError } from '../config/read-config.js';
import { ChangeFeed } from './change-feed.js';
import { Database, statement, type Statement } from './database.js';
import { IDENTITY, Standby, type DatabaseIdentity } from './standby.js';

/** Milliseconds after a commit until every instance has received the change, or knows that its feed is lost. */
const NOTIFIED_MS = 750;
const RETRY_MS = 3_000;

const TOPIC = 'replica';
const TRANSACTION = statement('replica.transaction', 'SELECT pg_current_xact_id()::text AS id');

/**
 * Reads lists from the standby of `DATABASE_REPLICA_URL` while it has replayed every change that a client may know of;
 * otherwise, or without the setting, from the primary. Decision 32.
 */
@Injectable()
export class Replica implements OnModuleInit, OnModuleDestroy {
  /** Statements by server. */
  readonly reads = { replica: 0, primary: 0 };
  private readonly logger = new Logger(Replica.name);
  private readonly url: string | undefined;
  private readonly size: number;
  /** It receives changes; reads begin once it is also `active`. */
  private standby: Standby | undefined;
  private active: Standby | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isLost = false;
  private hasStopped = false;

  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
    { databaseReplicaUrl, databasePoolSize }: Config,
  ) {
    this.url = databaseReplicaUrl;
    this.size = Math.ceil(databasePoolSize / 2);
  }

  /** Whether a replica is configured. */
  get isSet(): boolean {
    return this.url !== undefined;
  }

  /** @throws ConfigError if the URL is of another database; an unreachable server is retried */
  async onModuleInit(): Promise<void> {
    if (this.url === undefined) return;
    this.feed.on(TOPIC, (transaction) => void this.standby?.waitFor(transaction));
    // Changes may have been missed. The first reset is the start of the feed.
    this.feed.onReset(() => void this.connect());
    try {
      this.standby = await this.make(this.url);
      await this.standby.check();
    } catch (error) {
      if (error instanceof ConfigError) throw error;
    } finally {
      this.stop();
    }
  }

  onModuleDestroy(): void {
    this.hasStopped = true;
    this.stop();
  }

  /** Runs a prepared statement that only reads. */
  query<Row extends object>(sql: Statement, values: unknown[] = []): Promise<Row[]> {
    const standby = this.active;
    if (standby?.isCaughtUp === true && this.feed.isLive(NOTIFIED_MS) && !this.db.isAmbient) {
      return this.fromStandby<Row>(standby, sql, values);
    }
    this.reads.primary += 1;
    return this.db.query<Row>(null, sql, values);
  }

  /**
   * Notifies every instance that a transaction changes lists. The transaction then waits after its commit until the standby
   * has replayed it or, if that takes too long, until no instance considers the standby up to date.
   */
  async announce(tx: EntityManager): Promise<void> {
    const id = await this.transaction(tx);
    await this.feed.publish(tx, TOPIC, id);
    this.db.afterCommit(tx, () => this.replayed(id));
  }

  private async transaction(tx: EntityManager | null): Promise<string> {
    return (await this.db.queryOne<{ id: string }>(tx, TRANSACTION))!.id;
  }

  private replayed(transaction: string): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, NOTIFIED_MS);
      void this.standby?.waitFor(transaction).then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private async fromStandby<Row extends object>(standby: Standby, sql: Statement, values: unknown[]): Promise<Row[]> {
    try {
      const rows = await standby.query<Row>(sql, values);
      this.reads.replica += 1;
      return rows;
    } catch (error) {
      this.reads.primary += 1;
      const rows = await this.db.query<Row>(null, sql, values);
      // It works on the primary, so the statement is not the cause.
      this.disconnect(standby, error);
      return rows;
    }
  }

  private async make(url: string): Promise<Standby> {
    const [primary] = await this.db.query<DatabaseIdentity>(null, IDENTITY);
    const standby: Standby = new Standby(url, this.size, primary!, (error) => this.disconnect(standby, error));
    return standby;
  }

  /** Connects to the standby; reads begin once it has replayed all transactions committed until now. */
  private async connect(): Promise<void> {
    this.stop();
    if (this.hasStopped || this.url === undefined) return;
    let standby: Standby | undefined;
    try {
      standby = await this.make(this.url);
      this.stop();
      if (this.hasStopped) return;
      this.standby = standby;
      await standby.check();
      // A new transaction, which commits after all that clients know of.
      await standby.waitFor(await this.transaction(null));
      if (this.standby !== standby) return;
      this.active = standby;
      if (this.isLost) this.logger.log('lists are read from the replica again');
      this.isLost = false;
    } catch (error) {
      this.disconnect(standby, error);
    }
  }

  private disconnect(standby: Standby | undefined, error: unknown): void {
    if (this.hasStopped || this.standby !== standby) return;
    this.stop();
    const reason = error instanceof Error ? error.message : String(error);
    if (!this.isLost) this.logger.warn(`lists are read from the primary, the replica cannot be used: ${reason}`);
    this.isLost = true;
    this.timer = setTimeout(() => void this.connect(), RETRY_MS).unref();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.standby?.end();
    this.standby = undefined;
    this.active = undefined;
  }
}
