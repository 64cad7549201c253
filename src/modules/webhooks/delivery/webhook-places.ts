/** Applications that wait for slow endpoints, for each that is delivered to at full speed. */
const SLOW_FOR_EACH = 4;

/** Milliseconds without another try after which one that was turned away has lost its turn: several sweeps. */
const TURN_KEPT_MS = 10_000;

/** Held by a delivery while it runs. */
export interface Place {
  /** Moves aside, if there is room: whoever waits for an endpoint keeps nobody else waiting. */
  moveAside(): void;
  leave(): void;
}

/**
 * The places of an instance for deliveries to applications: some at full speed, and more aside, where those wait whose
 * endpoints are slow or fail. So endpoints that hang keep others from their deliveries only when there are very many.
 */
export class WebhookPlaces {
  private readonly line: (() => void)[] = [];
  private fast: number;
  private slow: number;
  /** Half of those aside: the other half is for endpoints that nothing bad is known of. */
  private failing: number;
  /** Applications that were turned away and when they last were, in the order in which they have come. */
  private readonly turnedAway = new Map<string, number>();

  /**
   * @param fast places at full speed, at least 1
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    fast: number,
    private readonly now = (): number => performance.now(),
  ) {
    this.fast = fast;
    this.slow = fast * SLOW_FOR_EACH;
    this.failing = this.slow / 2;
  }

  /** A place at full speed, as soon as there is one. */
  async enter(): Promise<Place> {
    if (this.fast > 0) this.fast -= 1;
    else await new Promise<void>((resolve) => this.line.push(resolve));
    let isAside = false;
    return {
      moveAside: () => {
        if (isAside || this.slow === 0) return;
        isAside = true;
        this.slow -= 1;
        this.leaveFast();
      },
      leave: () => {
        if (isAside) this.slow += 1;
        else this.leaveFast();
      },
    };
  }

  /**
   * A place aside for an application whose endpoint fails; undefined when there is none. Those that were turned away, and
   * try again, come before the others: one that works again is not kept waiting by those that hang without end.
   */
  enterFailing(applicationId: string): Place | undefined {
    if (this.turnOf(applicationId) >= Math.min(this.slow, this.failing)) {
      this.turnedAway.set(applicationId, this.now());
      return undefined;
    }
    this.turnedAway.delete(applicationId);
    this.slow -= 1;
    this.failing -= 1;
    return {
      moveAside: () => undefined,
      leave: () => {
        this.slow += 1;
        this.failing += 1;
      },
    };
  }

  /** Whether somebody waits for a place, or would have to. */
  areWanted(): boolean {
    this.forgetLate();
    return this.fast === 0 || this.slow === 0 || this.turnedAway.size > 0;
  }

  /** How many others are to have a place before this one. */
  private turnOf(applicationId: string): number {
    this.forgetLate();
    const place = [...this.turnedAway.keys()].indexOf(applicationId);
    return place === -1 ? this.turnedAway.size : place;
  }

  private forgetLate(): void {
    const kept = this.now() - TURN_KEPT_MS;
    for (const [id, at] of this.turnedAway) if (at < kept) this.turnedAway.delete(id);
  }

  private leaveFast(): void {
    const next = this.line.shift();
    if (next === undefined) this.fast += 1;
    else next();
  }
}
