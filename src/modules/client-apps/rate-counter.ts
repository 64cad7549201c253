import { LRUCache } from 'lru-cache';

/** How long requests are counted together, in milliseconds: from the first of them on. */
const WINDOW_MS = 60_000;

/** The requests of one user, address or application since its window began. */
export interface RateWindow {
  readonly key: string;
  /** When it ends, in milliseconds since 1970. */
  endsAt: number;
  /** Those that are known of, on other instances too. */
  known: number;
  /** Those of this instance that no other can know of yet. */
  more: number;
}

/** How a request stands to its limit. */
export interface RateState {
  passed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends; 1 at least. */
  seconds: number;
}

/** What a database knows of a window, once it was added to. */
export interface AddedWindow {
  points: number;
  endsAt: number;
}

/**
 * Counts requests in memory. One that is refused does not count: it would only make the others wait for nothing. Of
 * those that have not come for long the count is forgotten.
 */
export class RateCounter {
  private readonly windows: LRUCache<string, RateWindow>;
  /** By key: of one that was forgotten and has come again only the new window is told. */
  private readonly changed = new Map<string, RateWindow>();

  /**
   * @param most how many windows are remembered
   * @param mostChanged how many of them wait to be told to others; of those beyond only this instance knows
   */
  constructor(
    most: number,
    private readonly mostChanged: number,
  ) {
    this.windows = new LRUCache({ max: most });
  }

  /**
   * Counts a request, unless it is one too many.
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
      if (this.changed.size < this.mostChanged || this.changed.has(key)) this.changed.set(key, window);
    }
    const remaining = Math.max(0, limit - window.known - window.more);
    return { passed, limit, remaining, seconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)) };
  }

  /** The windows that have changed since this was asked last. */
  takeChanged(): RateWindow[] {
    const changed = [...this.changed.values()];
    this.changed.clear();
    return changed;
  }
}

/**
 * Notes what a database knows of a window now.
 * @param told how many requests it was told of
 */
export function learn(window: RateWindow, told: number, { points, endsAt }: AddedWindow): void {
  window.known = points;
  window.more -= told;
  window.endsAt = endsAt;
}
