import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { messageOf } from './errors.js';
import { SteadyClient } from './steady-client.js';

/** Without a heartbeat for this long, caches are not used: changes must take effect everywhere within 2 seconds. */
const LIVE_MS = 1_500;
const HEARTBEAT_MS = 500;
const RECONNECT_MS = 250;

type Listener = (key: string) => void;

/** What a {@link NotificationFeed} is made of. */
export interface FeedOptions {
  readonly url: string;
  /** The `application_name` of its connection. */
  readonly name: string;
  /** What it listens to; whoever publishes notifies it of `<topic>:<key>`. */
  readonly channel: string;
  readonly warn: (line: string) => void;
}

/**
 * Hears of changes by PostgreSQL LISTEN/NOTIFY, to invalidate caches. Messages are sent when their transaction commits.
 * Without a recent heartbeat, `isLive` is false and cached state must not be used.
 */
export class NotificationFeed {
  /** Incremented with every message: compare it before and after reading a value into a cache. */
  generation = 0;
  private readonly heartbeatChannel = `heartbeat_${randomUUID().replaceAll('-', '')}`;
  private readonly listeners = new Map<string, Listener[]>();
  private readonly resets: (() => void)[] = [];
  private client: SteadyClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  private lastBeat = -Infinity;
  private stopped = false;

  constructor(private readonly options: FeedOptions) {}

  /** Connects, and again whenever the connection is lost. */
  async start(): Promise<void> {
    if (this.stopped) return;
    const { url, name, channel: heard } = this.options;
    const client = new SteadyClient({
      connectionString: url,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
      application_name: name,
    });
    this.client = client;
    client.on('notification', ({ channel, payload = '' }) => {
      // The time of sending: a message may have waited in a buffer.
      if (channel === this.heartbeatChannel) this.lastBeat = Math.max(this.lastBeat, Number(payload));
      else this.receive(payload);
    });
    try {
      await client.connect();
      await within(client.query(`LISTEN ${heard}; LISTEN ${this.heartbeatChannel}`), LIVE_MS);
      this.reset();
      await this.beat(client);
    } catch (error) {
      this.reconnect(client, error);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  /** Adds a listener for the changes of a topic, by anybody. */
  on(topic: string, listener: Listener): void {
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

  /** Takes in a message, `<topic>:<key>`: whoever sends one need not wait until it comes back. */
  receive(message: string): void {
    this.generation += 1;
    const split = message.indexOf(':');
    for (const listener of this.listeners.get(message.slice(0, split)) ?? []) listener(message.slice(split + 1));
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
    this.options.warn(`change feed lost, reconnecting: ${messageOf(error)}`);
    this.lastBeat = -Infinity;
    this.reset();
    this.client = undefined;
    client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.start(), RECONNECT_MS);
    this.timer.unref();
  }

  private reset(): void {
    this.generation += 1;
    for (const listener of this.resets) listener();
  }
}

/** The options of a {@link FeedCache}. */
export interface FeedCacheOptions<Value extends object> {
  /** Most entries; the least recently used ones are evicted. */
  readonly max: number;
  /** Called for every entry that was added, and that left the cache. */
  readonly onInsert?: (value: Value, key: string) => void;
  readonly dispose?: (value: Value, key: string) => void;
}

/**
 * A cache that the {@link NotificationFeed} invalidates: it is bypassed while the feed is down, and cleared when messages may have
 * been missed. Its owner listens to the feed for changes of single entries.
 */
export class FeedCache<Value extends object> {
  private readonly entries: LRUCache<string, Value>;

  constructor(
    private readonly feed: NotificationFeed,
    { max, ...listeners }: FeedCacheOptions<Value>,
  ) {
    // Unlike `max`, `maxSize` takes no room before it is needed.
    this.entries = new LRUCache({ ...listeners, maxSize: max, sizeCalculation: () => 1 });
    feed.onReset(() => this.entries.clear());
  }

  /** A cached value; undefined if it has to be loaded. */
  get(key: string): Value | undefined {
    return this.feed.isLive() ? this.entries.get(key) : undefined;
  }

  /** Reads a value and caches it, unless something has changed meanwhile: that change may be missing from what was read. */
  async load<Read extends Value | undefined>(key: string, read: () => Promise<Read>): Promise<Read> {
    const { generation } = this.feed;
    const value = await read();
    if (value !== undefined && generation === this.feed.generation) this.entries.set(key, value);
    return value;
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  /** Deletes by value. Scans all entries, so only for rare changes. */
  deleteWhere(matches: (value: Value) => boolean): void {
    for (const [key, value] of [...this.entries.entries()]) if (matches(value)) this.entries.delete(key);
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
