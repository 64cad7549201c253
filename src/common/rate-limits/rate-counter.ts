import { LRUCache } from 'lru-cache';

/** Length of a window, which begins with its first request. */
const WINDOW_MS = 60_000;

/** The requests of one user, address or application in its window. */
interface RateWindow {
  readonly key: string;
  /** When it ends, in milliseconds since 1970. */
  endsAt: number;
  /** Requests on all instances, as of the last synchronization. */
  known: number;
  /** Requests on this instance since then. */
  more: number;
}

/** The state of a limit after a request. */
export interface RateState {
  passed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends; 1 at least. */
  seconds: number;
}

/** A window in the database. */
interface AddedWindow {
  points: number;
  endsAt: number;
}

/**
 * Counts requests in memory. Refused requests do not count. The least recently used windows are evicted.
 */
export class RateCounter {
  private readonly windows: LRUCache<string, RateWindow>;
  /** By key, so that only the newest window of an evicted key is synchronized. */
  private readonly changed = new Map<string, RateWindow>();

  /**
   * @param max most windows to keep
   * @param maxChanged most windows that wait for synchronization; further ones count on this instance alone
   */
  constructor(
    max: number,
    private readonly maxChanged: number,
  ) {
    // Unlike `max`, `maxSize` takes no room before it is needed.
    this.windows = new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
  }

  /**
   * Counts a request, unless it exceeds the limit.
   * @param now in milliseconds since 1970
   */
  count(key: string, limit: number, now: number): RateState {
    let window = this.windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = { key, endsAt: now + WINDOW_MS, known: 0, more: 0 };
      this.windows.set(key, window);
    }
    const passed = window.known + window.more < limit;
    if (passed) {
      window.more += 1;
      if (this.changed.size < this.maxChanged || this.changed.has(key)) this.changed.set(key, window);
    }
    const remaining = Math.max(0, limit - window.known - window.more);
    return { passed, limit, remaining, seconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)) };
  }

  /** The windows changed since the last call. */
  takeChanged(): RateWindow[] {
    const changed = [...this.changed.values()];
    this.changed.clear();
    return changed;
  }
}

/**
 * Updates a window from the database.
 * @param told requests just added there
 */
export function update(window: RateWindow, told: number, { points, endsAt }: AddedWindow): void {
  window.known = points;
  window.more -= told;
  window.endsAt = endsAt;
}
