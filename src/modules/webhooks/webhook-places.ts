/** Applications that wait for slow endpoints, for each that is delivered to at full speed. */
const SLOW_FOR_EACH = 4;

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

  /** @param fast places at full speed, at least 1 */
  constructor(fast: number) {
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

  /** A place aside for an application whose endpoint fails; undefined when there is none. */
  enterFailing(): Place | undefined {
    if (this.slow === 0 || this.failing === 0) return undefined;
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

  private leaveFast(): void {
    const next = this.line.shift();
    if (next === undefined) this.fast += 1;
    else next();
  }
}
