import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from './change-feed.js';

/** The options of a {@link FeedCache}. */
export interface FeedCacheOptions<Value extends object> {
  /** Most entries; the least recently used ones are evicted. */
  readonly max: number;
  /** Called for every entry that was added, and that left the cache. */
  readonly onInsert?: (value: Value, key: string) => void;
  readonly dispose?: (value: Value, key: string) => void;
}

/**
 * A cache that the {@link ChangeFeed} invalidates: it is bypassed while the feed is down, and cleared when messages may have
 * been missed. Its owner listens to the feed for changes of single entries.
 */
export class FeedCache<Value extends object> {
  private readonly entries: LRUCache<string, Value>;

  constructor(
    private readonly feed: ChangeFeed,
    options: FeedCacheOptions<Value>,
  ) {
    this.entries = new LRUCache(options);
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
