interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Limits concurrency per key, such as a user or an origin; the others with that key wait in order. Waiting can be aborted,
 * which p-limit does not support.
 */
export class ConcurrencyLimit<Key> {
  private readonly lines = new Map<Key, Line>();

  /** @param slots maximum concurrency for one key, at least 1 */
  constructor(readonly slots: number) {}

  /** Takes a slot if one is free. */
  tryAcquire(key: Key): boolean {
    const line = this.lines.get(key);
    if (line === undefined) this.lines.set(key, { running: 1, waiting: new Set() });
    else if (line.running < this.slots) line.running += 1;
    else return false;
    return true;
  }

  /**
   * Waits for a slot.
   * @param signal aborts waiting, with its reason as the error
   */
  async acquire(key: Key, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.tryAcquire(key)) return;
    const { waiting } = this.lines.get(key)!;
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(start);
        reject(signal.reason as Error);
      };
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(start);
    });
  }

  /** The number of those waiting. */
  pending(key: Key): number {
    return this.lines.get(key)?.waiting.size ?? 0;
  }

  /** Releases an acquired slot; the next one that waits gets it. */
  release(key: Key): void {
    const line = this.lines.get(key);
    if (line === undefined) return;
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) this.lines.delete(key);
  }
}
