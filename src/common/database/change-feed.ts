import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../ids.js';
import { Database, statement } from './database.js';
import { DatabaseAddress } from './database-address.js';
import { SteadyClient } from './steady-client.js';

const CHANNEL = 'commerce_changes';
const NOTIFY = statement('change-feed.notify', 'SELECT pg_notify($1, $2)');

/** Without a heartbeat for this long, caches are not used: changes must take effect everywhere within 2 seconds. */
const LIVE_MS = 1_500;
const HEARTBEAT_MS = 500;
const RECONNECT_MS = 250;

type Topic = 'application' | 'session' | 'user' | 'signing-key' | (string & {});
type Listener = (key: string) => void;

/**
 * Notifies all instances of changes by PostgreSQL LISTEN/NOTIFY, to invalidate caches. Messages are sent when their
 * transaction commits. Without a recent heartbeat, `isLive` is false and cached state must not be used (docs/spec/service.md#3 and #4:
 * 2 seconds).
 */
@Injectable()
export class ChangeFeed implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ChangeFeed.name);
  private readonly heartbeatChannel = `heartbeat_${newId().replaceAll('-', '')}`;
  private readonly listeners = new Map<string, Listener[]>();
  private readonly resets: (() => void)[] = [];
  private client: SteadyClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  private lastBeat = -Infinity;
  private stopped = false;
  /** Incremented with every message: compare it before and after reading a value into a cache. */
  generation = 0;

  constructor(
    private readonly db: Database,
    private readonly address: DatabaseAddress,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  /** Notifies every instance when the transaction commits; this instance immediately. */
  async publish(tx: EntityManager, topic: Topic, key: string): Promise<void> {
    const message = `${topic}:${key}`;
    await this.db.query(tx, NOTIFY, [CHANNEL, message]);
    this.db.afterCommit(tx, () => this.receive(CHANNEL, message));
  }

  /** Adds a listener for the changes of a topic on any instance. */
  on(topic: Topic, listener: Listener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** Adds a listener for possibly missed messages: it must drop all cached state. */
  onReset(listener: () => void): void {
    this.resets.push(listener);
  }

  /** Whether all changes older than `ms` milliseconds have been received, so that cached state can be used. */
  isLive(ms = LIVE_MS): boolean {
    return performance.now() - this.lastBeat < ms;
  }

  private async connect(): Promise<void> {
    if (this.stopped) return;
    const client = new SteadyClient({
      connectionString: this.address.url,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
      application_name: 'commerce-change-feed',
    });
    this.client = client;
    client.on('notification', ({ channel, payload }) => this.receive(channel, payload ?? ''));
    try {
      await client.connect();
      await within(client.query(`LISTEN ${CHANNEL}; LISTEN ${this.heartbeatChannel}`), LIVE_MS);
      this.reset();
      await this.beat(client);
    } catch (error) {
      this.reconnect(client, error);
    }
  }

  private async beat(client: SteadyClient): Promise<void> {
    await within(client.query('SELECT pg_notify($1, $2)', [this.heartbeatChannel, String(performance.now())]), LIVE_MS);
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.beat(client).catch((error: unknown) => this.reconnect(client, error));
    }, HEARTBEAT_MS);
    this.timer.unref();
  }

  private reconnect(client: SteadyClient, error: unknown): void {
    if (this.stopped || this.client !== client) return;
    this.logger.warn(`change feed lost, reconnecting: ${error instanceof Error ? error.message : String(error)}`);
    this.lastBeat = -Infinity;
    this.reset();
    this.client = undefined;
    client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.connect(), RECONNECT_MS);
    this.timer.unref();
  }

  private receive(channel: string, payload: string): void {
    if (channel === this.heartbeatChannel) {
      // The time of sending: a message may have waited in a buffer.
      this.lastBeat = Math.max(this.lastBeat, Number(payload));
      return;
    }
    this.generation += 1;
    const split = payload.indexOf(':');
    for (const listener of this.listeners.get(payload.slice(0, split)) ?? []) listener(payload.slice(split + 1));
  }

  private reset(): void {
    this.generation += 1;
    for (const listener of this.resets) listener();
  }
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
