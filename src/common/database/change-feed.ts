import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Client } from 'pg';
import { newId } from '../ids.js';
import { Database, statement } from './database.js';
import { DatabaseAddress } from './database-address.js';

const CHANNEL = 'commerce_changes';
const NOTIFY = statement('change-feed.notify', 'SELECT pg_notify($1, $2)');

/** A change must hold on every instance within 2 seconds: without a sign of life for longer than this, caches are off. */
const LIVE_MS = 1_500;
const HEARTBEAT_MS = 500;
const RECONNECT_MS = 250;

type Topic = 'application' | 'session' | 'user' | 'signing-key' | (string & {});
type Listener = (key: string) => void;

/**
 * Tells every instance what changed, over PostgreSQL LISTEN/NOTIFY, so that state which each request needs can be cached.
 * A message is sent when its transaction commits. While the feed is not proved alive by its own heartbeat, `isLive` is
 * false and nothing cached may be used (sections 3 and 4 of the decisions: 2 seconds).
 */
@Injectable()
export class ChangeFeed implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ChangeFeed.name);
  private readonly heartbeatChannel = `heartbeat_${newId().replaceAll('-', '')}`;
  private readonly listeners = new Map<string, Listener[]>();
  private readonly resets: (() => void)[] = [];
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private lastBeat = -Infinity;
  private stopped = false;
  /** Rises with every message: whoever reads the database to fill a cache compares it before and after. */
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

  /** Tells every instance that something changed, once the transaction commits; this one at that very moment. */
  async publish(tx: EntityManager, topic: Topic, key: string): Promise<void> {
    const message = `${topic}:${key}`;
    await this.db.query(tx, NOTIFY, [CHANNEL, message]);
    this.db.afterCommit(tx, () => this.receive(CHANNEL, message));
  }

  /** Calls a listener for every change of a topic, on whichever instance it was made. */
  on(topic: Topic, listener: Listener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** Calls a listener when messages may have been missed: everything cached must be dropped. */
  onReset(listener: () => void): void {
    this.resets.push(listener);
  }

  /** Whether cached state can be trusted now: every change that is older than `ms` milliseconds has been told here. */
  isLive(ms = LIVE_MS): boolean {
    return performance.now() - this.lastBeat < ms;
  }

  private async connect(): Promise<void> {
    if (this.stopped) return;
    const client = new Client({
      connectionString: this.address.url,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
      application_name: 'commerce-change-feed',
    });
    this.client = client;
    client.on('error', () => undefined);
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

  private async beat(client: Client): Promise<void> {
    await within(client.query('SELECT pg_notify($1, $2)', [this.heartbeatChannel, String(performance.now())]), LIVE_MS);
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.beat(client).catch((error: unknown) => this.reconnect(client, error));
    }, HEARTBEAT_MS);
    this.timer.unref();
  }

  private reconnect(client: Client, error: unknown): void {
    if (this.stopped || this.client !== client) return;
    this.logger.warn(`change feed lost, connecting again: ${error instanceof Error ? error.message : String(error)}`);
    this.lastBeat = -Infinity;
    this.reset();
    this.client = undefined;
    client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.connect(), RECONNECT_MS);
    this.timer.unref();
  }

  private receive(channel: string, payload: string): void {
    if (channel === this.heartbeatChannel) {
      // The time of sending, not of arrival: a message that waited in a buffer proves nothing about now.
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
