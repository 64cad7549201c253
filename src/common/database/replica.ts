import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../config/config.js';
import { ConfigError } from '../config/read-config.js';
import { ChangeFeed } from './change-feed.js';
import { Database, statement, type Statement } from './database.js';
import { IDENTITY, Standby, type DatabaseIdentity } from './standby.js';

/** So long after its commit every instance has been told of a change, or knows that it may not have been. */
const TOLD_MS = 750;
const RETRY_MS = 3_000;

const TOPIC = 'replica';
const TRANSACTION = statement('replica.transaction', 'SELECT pg_current_xact_id()::text AS id');

/**
 * Reads lists from the standby that `DATABASE_REPLICA_URL` names, as long as it shows every change of them that a client
 * may know of; otherwise, and without the setting, from the primary. Decision 32.
 */
@Injectable()
export class Replica implements OnModuleInit, OnModuleDestroy {
  /** How many statements have been read where. */
  readonly reads = { replica: 0, primary: 0 };
  private readonly logger = new Logger(Replica.name);
  private readonly url: string | undefined;
  private readonly size: number;
  /** The one that is told of changes; it is read from once it is `joined`. */
  private standby: Standby | undefined;
  private joined: Standby | undefined;
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

  /** Whether there is one. */
  get isSet(): boolean {
    return this.url !== undefined;
  }

  /** @throws ConfigError when the setting names another database; a server that does not answer is waited for */
  async onModuleInit(): Promise<void> {
    if (this.url === undefined) return;
    this.feed.on(TOPIC, (transaction) => void this.standby?.shows(transaction));
    // Nobody knows what has changed while the feed was not heard. It is not heard yet: its first reset is the start.
    this.feed.onReset(() => void this.join());
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

  /** Reads the rows of a list with a prepared statement, which must change nothing. */
  query<Row extends object>(sql: Statement, values: unknown[] = []): Promise<Row[]> {
    const standby = this.joined;
    if (standby?.showsAll === true && this.feed.isLive(TOLD_MS) && !this.db.isAmbient) {
      return this.fromStandby<Row>(standby, sql, values);
    }
    this.reads.primary += 1;
    return this.db.query<Row>(null, sql, values);
  }

  /**
   * Tells every instance that a transaction changes what lists show. The transaction counts as done once the standby
   * shows it; or, if that takes too long, once no instance can take the standby for up to date any more.
   */
  async announce(tx: EntityManager): Promise<void> {
    const id = await this.transaction(tx);
    await this.feed.publish(tx, TOPIC, id);
    this.db.afterCommit(tx, () => this.shown(id));
  }

  private async transaction(tx: EntityManager | null): Promise<string> {
    return (await this.db.queryOne<{ id: string }>(tx, TRANSACTION))!.id;
  }

  private shown(transaction: string): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, TOLD_MS);
      void this.standby?.shows(transaction).then(() => {
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
      // The primary can do it, so it was not the statement's fault.
      this.leave(standby, error);
      return rows;
    }
  }

  private async make(url: string): Promise<Standby> {
    const [primary] = await this.db.query<DatabaseIdentity>(null, IDENTITY);
    const standby: Standby = new Standby(url, this.size, primary!, (error) => this.leave(standby, error));
    return standby;
  }

  /** Begins with a new standby: it is read from once it shows all that has been committed until now. */
  private async join(): Promise<void> {
    this.stop();
    if (this.hasStopped || this.url === undefined) return;
    let standby: Standby | undefined;
    try {
      standby = await this.make(this.url);
      this.stop();
      if (this.hasStopped) return;
      this.standby = standby;
      await standby.check();
      // A transaction of its own, whose commit comes after all that clients know of: who shows it shows those.
      await standby.shows(await this.transaction(null));
      if (this.standby !== standby) return;
      this.joined = standby;
      if (this.isLost) this.logger.log('lists are read from the replica again');
      this.isLost = false;
    } catch (error) {
      this.leave(standby, error);
    }
  }

  private leave(standby: Standby | undefined, error: unknown): void {
    if (this.hasStopped || this.standby !== standby) return;
    this.stop();
    const reason = error instanceof Error ? error.message : String(error);
    if (!this.isLost) this.logger.warn(`lists are read from the primary, the replica cannot be used: ${reason}`);
    this.isLost = true;
    this.timer = setTimeout(() => void this.join(), RETRY_MS).unref();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.standby?.end();
    this.standby = undefined;
    this.joined = undefined;
  }
}
