/** Something that many work on at the same time until it has been used so often that another takes its place. */
export class Rotation<T> {
  private current: T | undefined;
  private uses = 0;
  private making: Promise<void> | undefined;
  private count = 0;
  /** All that there have been. */
  readonly all: T[] = [];

  /**
   * @param make makes the next one, counted from 1; undefined when that came to nothing
   * @param lifetime how often each is used
   */
  constructor(
    private readonly make: (count: number) => Promise<T | undefined>,
    private readonly lifetime: number,
  ) {}

  /** The one to work on; the first caller after its last use makes the next, the others wait. Undefined if there is none. */
  async pick(): Promise<T | undefined> {
    if (this.current === undefined || this.uses >= this.lifetime) {
      this.making ??= this.renew().finally(() => (this.making = undefined));
      await this.making;
    }
    this.uses += 1;
    return this.current;
  }

  /** Lets one be used only so often from now on. */
  shorten(one: T, uses: number): void {
    if (one === this.current) this.uses = Math.max(this.uses, this.lifetime - uses);
  }

  private async renew(): Promise<void> {
    this.current = undefined;
    this.uses = 0;
    this.count += 1;
    this.current = await this.make(this.count);
    if (this.current !== undefined) this.all.push(this.current);
  }
}
