/** Slow slots per fast slot. */
const SLOW_PER_FAST = 4;

/** Milliseconds without another try after which a refused application loses its turn: several sweeps. */
const TURN_KEPT_MS = 10_000;

/** Held by a delivery job while it runs. */
export interface WebhookSlot {
  /** Exchanges a fast slot for a slow one, if one is free. */
  makeSlow(): void;
  release(): void;
}

/**
 * Limits the concurrent delivery jobs of an instance: some fast slots, and more slow ones for endpoints that are slow or fail,
 * so that hanging endpoints block others only when there are very many.
 */
export class WebhookSlots {
  private readonly queue: (() => void)[] = [];
  private fast: number;
  private slow: number;
  /** Half of the slow ones; the other half is for endpoints not known to fail. */
  private failing: number;
  /** Refused applications in order of arrival, with the time of the last refusal. */
  private readonly refused = new Map<string, number>();

  /**
   * @param fast fast slots, at least 1
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    fast: number,
    private readonly now = (): number => performance.now(),
  ) {
    this.fast = fast;
    this.slow = fast * SLOW_PER_FAST;
    this.failing = this.slow / 2;
  }

  /** A fast slot, as soon as one is free. */
  async acquire(): Promise<WebhookSlot> {
    if (this.fast > 0) this.fast -= 1;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    let isSlow = false;
    return {
      makeSlow: () => {
        if (isSlow || this.slow === 0) return;
        isSlow = true;
        this.slow -= 1;
        this.releaseFast();
      },
      release: () => {
        if (isSlow) this.slow += 1;
        else this.releaseFast();
      },
    };
  }

  /**
   * A slow slot for an application whose endpoint fails; undefined when none is free. Applications refused before come
   * first, so that a recovered endpoint is not blocked by hanging ones.
   */
  tryAcquireFailing(applicationId: string): WebhookSlot | undefined {
    if (this.positionOf(applicationId) >= Math.min(this.slow, this.failing)) {
      this.refused.set(applicationId, this.now());
      return undefined;
    }
    this.refused.delete(applicationId);
    this.slow -= 1;
    this.failing -= 1;
    return {
      makeSlow: () => undefined,
      release: () => {
        this.slow += 1;
        this.failing += 1;
      },
    };
  }

  /** Whether a job waits for a slot, or would have to. */
  areContended(): boolean {
    this.removeExpired();
    return this.fast === 0 || this.slow === 0 || this.refused.size > 0;
  }

  /** How many applications come first. */
  private positionOf(applicationId: string): number {
    this.removeExpired();
    const position = [...this.refused.keys()].indexOf(applicationId);
    return position === -1 ? this.refused.size : position;
  }

  private removeExpired(): void {
    const kept = this.now() - TURN_KEPT_MS;
    for (const [id, at] of this.refused) if (at < kept) this.refused.delete(id);
  }

  private releaseFast(): void {
    const next = this.queue.shift();
    if (next === undefined) this.fast += 1;
    else next();
  }
}
