import { beforeEach, describe, expect, it } from '@jest/globals';
import { FeedCache, type NotificationFeed } from './change-feed.js';

describe('a cache that the change feed invalidates', () => {
  let feed: { generation: number; live: boolean; reset: () => void };
  let cache: FeedCache<{ value: number }>;
  let events: string[];

  beforeEach(() => {
    feed = { generation: 0, live: true, reset: () => undefined };
    const asFeed = {
      get generation() {
        return feed.generation;
      },
      isLive: () => feed.live,
      onReset: (listener: () => void) => (feed.reset = listener),
    };
    events = [];
    cache = new FeedCache(asFeed as unknown as NotificationFeed, {
      max: 2,
      onInsert: ({ value }, key) => events.push(`+${key}${value}`),
      dispose: ({ value }, key) => events.push(`-${key}${value}`),
    });
  });

  const load = (key: string, value: number) => cache.load(key, () => Promise.resolve({ value }));

  it('returns what was loaded, unless the feed is down', async () => {
    expect(await load('a', 1)).toEqual({ value: 1 });
    expect(cache.get('a')).toEqual({ value: 1 });
    feed.live = false;
    expect(cache.get('a')).toBeUndefined();
  });

  it('does not keep a value when something has changed while it was read, nor undefined', async () => {
    const read = cache.load('a', () => {
      feed.generation += 1;
      return Promise.resolve({ value: 1 });
    });
    expect(await read).toEqual({ value: 1 });
    await cache.load('b', () => Promise.resolve(undefined));
    expect([cache.get('a'), cache.get('b'), events]).toEqual([undefined, undefined, []]);
  });

  it('tells of entries that come and go: replaced, evicted, deleted and dropped by a reset', async () => {
    await load('a', 1);
    await load('a', 2);
    await load('b', 3);
    await load('c', 4);
    cache.delete('b');
    cache.deleteWhere(({ value }) => value === 4);
    await load('d', 5);
    feed.reset();
    expect(events).toEqual(['+a1', '-a1', '+a2', '+b3', '-a2', '+c4', '-b3', '-c4', '+d5', '-d5']);
    expect(cache.get('d')).toBeUndefined();
  });
});
