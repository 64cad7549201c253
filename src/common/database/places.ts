/** Lets a limited number of works run at the same time; the others wait in line. */
export class Places {
  private readonly waiting: (() => void)[] = [];

  /** @param free how many may run at the same time, at least 1 */
  constructor(private free: number) {}

  /** Runs work as soon as there is a place for it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}
