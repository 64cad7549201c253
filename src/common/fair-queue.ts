/**
 * Does costly work a few at a time, in turns of those who ask for it: who asks for much waits behind their own work, and
 * everybody else is next.
 */
export class FairQueue {
  private running = 0;
  private waiting = 0;
  /** By who asks, what they wait for; whose turn is next comes first. */
  private readonly lines = new Map<string, (() => void)[]>();

  /**
   * @param slots how much is done at the same time, at least 1
   * @param most how many may wait, of one who asks and of all
   */
  constructor(
    private readonly slots: number,
    private readonly most: { readonly ofOne: number; readonly ofAll: number },
  ) {}

  /**
   * Does something when its turn comes.
   * @param key who asks
   * @param refused what is thrown if too much waits already
   */
  async run<Result>(key: string, work: () => Promise<Result>, refused: () => Error): Promise<Result> {
    if (this.running >= this.slots) await this.wait(key, refused);
    else this.running += 1;
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  private async wait(key: string, refused: () => Error): Promise<void> {
    const line = this.lines.get(key) ?? [];
    if (line.length >= this.most.ofOne || this.waiting >= this.most.ofAll) throw refused();
    this.lines.set(key, line);
    this.waiting += 1;
    await new Promise<void>((resolve) => line.push(resolve));
  }

  /** Hands the slot on. */
  private next(): void {
    const [first] = this.lines;
    if (first === undefined) {
      this.running -= 1;
      return;
    }
    const [key, line] = first;
    const start = line.shift()!;
    this.waiting -= 1;
    // To the end of the turns, or away.
    this.lines.delete(key);
    if (line.length > 0) this.lines.set(key, line);
    start();
  }
}
