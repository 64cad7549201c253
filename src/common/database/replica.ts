import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { EntityManager, ObjectLiteral, QueryResult, SelectQueryBuilder } from 'typeorm';
import { Config } from '../config/config.js';
import { BEHIND_MS, Replicas, SetupError, type LogPosition, type ReplicaHost } from '@commerce/postgres';
import { ChangeFeed } from './change-feed.js';
import { CONNECTION } from './connections.js';
import { Database, statement, type Statement } from './database.js';

/** Milliseconds after a commit until every instance has received the change, or knows that its feed is lost. */
const NOTIFIED_MS = BEHIND_MS;

const TOPIC = 'replica';

// Instances of 2.0 hear of changes by their id.
const TRANSACTION = statement('replica.transaction', 'SELECT pg_current_xact_id()::text AS id');

/**
 * Reads lists and reports from the standbys of `DATABASE_REPLICA_URL`, each of which shows all that a client may know of by
 * then; otherwise, or without the setting, from the primary. Decisions 32 and 82.
 */
@Injectable()
export class Replica implements OnModuleInit, OnModuleDestroy {
  /** Statements that the primary has answered. */
  primaryReads = 0;
  private readonly replicas: Replicas;
  /** Behind all announced changes; undefined if it has to be asked for. */
  private announced: LogPosition | undefined;
  private changes = 0;

  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
    { databaseReplicaUrl, databasePoolSize }: Config,
  ) {
    this.replicas = new Replicas({
      url: databaseReplicaUrl,
      size: Math.ceil(databasePoolSize / 2),
      connection: CONNECTION,
      primary: (sql, values) => db.outsideAmbient(() => db.query(null, sql, values)),
      marks: 'replica_marks',
      logger: new Logger(Replica.name),
    });
  }

  /** Each host of the setting. */
  get hosts(): readonly ReplicaHost[] {
    return this.replicas.hosts;
  }

  /** Whether a replica is configured. */
  get isSet(): boolean {
    return this.hosts.length > 0;
  }

  /** @throws SetupError if the URL is of another database; an unreachable server is retried */
  async onModuleInit(): Promise<void> {
    if (!this.isSet) return;
    this.feed.on(TOPIC, () => this.forget());
    this.feed.onReset(() => this.forget());
    await this.replicas.start().catch((error: unknown) => {
      throw error instanceof SetupError ? new SetupError(`DATABASE_REPLICA_URL: ${error.message}`) : error;
    });
  }

  onModuleDestroy(): void {
    this.replicas.stop();
  }

  /** Runs a prepared statement that only reads. Its rows are as new as those of the primary: all that is confirmed is in them. */
  query<Row extends object>(sql: Statement, values: unknown[] = []): Promise<Row[]> {
    return this.read(() => this.replicas.now(), sql, values);
  }

  /** Lets a query of TypeORM, which only reads, run as {@link query} does. */
  through<Entity extends ObjectLiteral>(builder: SelectQueryBuilder<Entity>): SelectQueryBuilder<Entity> {
    return this.rerouted(builder, (sql, values) => this.query(sql, values));
  }

  /** Lets a query of TypeORM run as {@link queryAnnounced} does. */
  throughAnnounced<Entity extends ObjectLiteral>(builder: SelectQueryBuilder<Entity>): SelectQueryBuilder<Entity> {
    return this.rerouted(builder, (sql, values) => this.queryAnnounced(sql, values));
  }

  /**
   * Runs a prepared statement that only reads what each change announces. Its rows are as new as those changes, so that it
   * neither asks the primary nor waits for the replay of others.
   */
  queryAnnounced<Row extends object>(sql: Statement, values: unknown[] = []): Promise<Row[]> {
    return this.read(() => this.behindAnnounced(), sql, values);
  }

  /**
   * Notifies every instance that a transaction changes what is announced. The transaction then waits after its commit until
   * all standbys have replayed it or, if that takes too long, until each instance knows of it.
   */
  async announce(tx: EntityManager): Promise<void> {
    const { id } = (await this.db.queryOne<{ id: string }>(tx, TRANSACTION))!;
    await this.feed.publish(tx, TOPIC, id);
    this.db.afterCommit(tx, () => this.shown());
  }

  private async shown(): Promise<void> {
    const late = sleep(NOTIFIED_MS, false, { ref: false });
    // One that this instance does not reach may be read by others.
    if (!(await Promise.race([this.replicas.allShow(), late]))) await late;
  }

  private rerouted<Entity extends ObjectLiteral>(
    builder: SelectQueryBuilder<Entity>,
    read: (sql: Statement, values: unknown[]) => Promise<object[]>,
  ): SelectQueryBuilder<Entity> {
    if (!this.isSet || this.db.isAmbient) return builder;
    const query = async (text: string, values: unknown[]): Promise<Pick<QueryResult, 'raw' | 'records'>> => {
      // Without a name it is prepared each time, as all of TypeORM's are.
      const records = await read({ name: '', text }, values);
      return { records, raw: records };
    };
    return builder.setQueryRunner(Object.assign(this.db.dataSource.createQueryRunner(), { query }));
  }

  private async read<Row extends object>(
    position: () => Promise<LogPosition>,
    sql: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    const host = this.db.isAmbient ? undefined : await this.replicas.at(position);
    const onPrimary = (): Promise<Row[]> => {
      this.primaryReads += 1;
      return this.db.query<Row>(null, sql, values);
    };
    return host === undefined ? onPrimary() : host.query(sql, values, onPrimary);
  }

  /** A position that was read before a change may be kept until an instance hears of the change: see `shown`. */
  private async behindAnnounced(): Promise<LogPosition> {
    if (!this.feed.isLive(NOTIFIED_MS)) return this.replicas.now();
    if (this.announced !== undefined) return this.announced;
    const { changes } = this;
    const position = await this.replicas.now();
    if (changes === this.changes) this.announced = position;
    return position;
  }

  private forget(): void {
    this.changes += 1;
    this.announced = undefined;
  }
}
