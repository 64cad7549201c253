/** Bounds the connections that are open at the same time, in all and to one origin; the others wait in line. */
export class OutgoingPlaces {
  private readonly held = new Map<string, number>();
  private readonly waiting = new Set<{ readonly origin: string; readonly enter: () => void }>();
  private total = 0;

  /**
   * @param most connections in all, at least 1
   * @param mostOfOne connections to one origin, at least 1
   */
  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  /**
   * Waits for a place.
   * @param signal ends the waiting, with its reason as the error
   * @returns gives the place back
   */
  async take(origin: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.isFree(origin)) this.hold(origin);
    else await this.wait(origin, signal);
    return () => this.giveBack(origin);
  }

  private wait(origin: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = { origin, enter };
      const leave = (): void => {
        this.waiting.delete(place);
        reject(signal.reason as Error);
      };
      function enter(): void {
        signal.removeEventListener('abort', leave);
        resolve();
      }
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.add(place);
    });
  }

  private giveBack(origin: string): void {
    const left = (this.held.get(origin) ?? 0) - 1;
    if (left > 0) this.held.set(origin, left);
    else this.held.delete(origin);
    this.total -= 1;
    for (const place of this.waiting) {
      if (this.total >= this.most) return;
      if (!this.isFree(place.origin)) continue;
      this.waiting.delete(place);
      this.hold(place.origin);
      place.enter();
    }
  }

  private isFree(origin: string): boolean {
    return this.total < this.most && (this.held.get(origin) ?? 0) < this.mostOfOne;
  }

  private hold(origin: string): void {
    this.total += 1;
    this.held.set(origin, (this.held.get(origin) ?? 0) + 1);
  }
}
