import { useEffect, useSyncExternalStore } from 'react';

/** What a page knows of something that it asked for. */
export interface Loaded<Value> {
  data: Value | undefined;
  error: unknown;
  /** Whether it is being asked for, also if an older value is shown. */
  isLoading: boolean;
}

interface Entry {
  seen: Loaded<unknown>;
  load: (() => Promise<unknown>) | undefined;
  listeners: Set<() => void>;
}

const NOTHING: Loaded<never> = { data: undefined, error: undefined, isLoading: false };
const entries = new Map<string, Entry>();

function entryOf(key: string): Entry {
  let entry = entries.get(key);
  if (entry === undefined) entries.set(key, (entry = { seen: NOTHING, load: undefined, listeners: new Set() }));
  return entry;
}

function show(entry: Entry, seen: Loaded<unknown>): void {
  entry.seen = seen;
  entry.listeners.forEach((listener) => listener());
}

async function ask(entry: Entry): Promise<void> {
  const { load, seen } = entry;
  if (load === undefined || seen.isLoading) return;
  const asked = { ...seen, isLoading: true };
  show(entry, asked);
  const next = await load().then(
    (data): Loaded<unknown> => ({ data, error: undefined, isLoading: false }),
    (error: unknown): Loaded<unknown> => ({ data: asked.data, error, isLoading: false }),
  );
  // What has come from elsewhere meanwhile is newer.
  if (entry.seen === asked) show(entry, next);
}

/**
 * Something from the API, kept under a key: what is known is shown at once, and asked for again.
 * @param key null while there is nothing to ask for
 * @param every milliseconds after which it is asked for again while somebody looks
 */
export function useData<Value>(key: string | null, load: () => Promise<Value>, every?: number): Loaded<Value> {
  const seen = useSyncExternalStore(
    (listener) => {
      if (key === null) return () => undefined;
      const { listeners } = entryOf(key);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (key === null ? NOTHING : entryOf(key).seen),
  );
  useEffect(() => {
    // Another function each time, of the language of the page: what it loads is what the key says.
    if (key !== null) entryOf(key).load = load;
  });
  useEffect(() => {
    if (key === null) return;
    const entry = entryOf(key);
    void ask(entry);
    if (every === undefined) return;
    const timer = setInterval(() => {
      if (!document.hidden) void ask(entry);
    }, every);
    return () => clearInterval(timer);
  }, [key, every]);
  return seen as Loaded<Value>;
}

/** Shows what a change has answered. */
export function setData(key: string, data: unknown): void {
  show(entryOf(key), { data, error: undefined, isLoading: false });
}

/** Asks again for what is shown, and forgets what is not, of all keys that begin so. */
export function refresh(...starts: string[]): void {
  for (const [key, entry] of entries) {
    if (!starts.some((start) => key.startsWith(start))) continue;
    if (entry.listeners.size === 0) entries.delete(key);
    else void ask(entry);
  }
}

/** Forgets everything: another user, or another language. */
export function forgetData(): void {
  for (const [key, entry] of entries) {
    if (entry.listeners.size === 0) entries.delete(key);
    else {
      show(entry, NOTHING);
      void ask(entry);
    }
  }
}
