import { LRUCache } from 'lru-cache';
import type { Side } from './spill.rules.js';

/** Most sponsors, and most members in their queues, that an instance remembers. */
const MAX_SPONSORS = 1_000;
const MAX_QUEUED = 2_000_000;
const MAX_JUMPS = 200_000;
/** Members who are done with in a queue before it is shortened. */
const MAX_DONE = 10_000;

/** Where the outermost way down from a member leads: members of one way point to the lowest that is known of it. */
export class Lane {
  private readonly jumps = new Map<number, number>();

  /** The lowest member that is known on the way down from a member; the member itself when none is. */
  lowest(from: number): number {
    let lowest = from;
    for (let next = this.jumps.get(lowest); next !== undefined; next = this.jumps.get(next)) lowest = next;
    if (lowest !== from) this.shorten(from, lowest);
    return lowest;
  }

  /** Says that the way down from a member leads to another. */
  join(from: number, to: number): void {
    if (this.jumps.size >= MAX_JUMPS) this.jumps.clear();
    if (from !== to) this.jumps.set(from, to);
  }

  knows(uid: number): boolean {
    return this.jumps.has(uid);
  }

  forget(): void {
    this.jumps.clear();
  }

  private shorten(from: number, lowest: number): void {
    for (let at = from; at !== lowest;) {
      const next = this.jumps.get(at)!;
      this.jumps.set(at, lowest);
      at = next;
    }
  }
}

/** The members below a sponsor, level by level, from the first on whose legs are not known to be taken. */
export class LevelOrder {
  /** Rises with each change, so that who has waited for the database knows that another was quicker. */
  version = 0;
  private queue: number[];
  private done = 0;

  constructor(sponsor: number) {
    this.queue = [sponsor];
  }

  get length(): number {
    return this.queue.length - this.done;
  }

  first(count: number): number[] {
    return this.queue.slice(this.done, this.done + count);
  }

  /** Passes the first members by, whose legs are all taken, and adds who stands below them. */
  pass(count: number, below: readonly number[]): void {
    this.version += 1;
    this.done += count;
    for (const uid of below) this.queue.push(uid);
    if (this.done < MAX_DONE || this.done * 2 < this.queue.length) return;
    this.queue = this.queue.slice(this.done);
    this.done = 0;
  }
}

/**
 * What an instance remembers of places that are taken, so that no search begins at the top again. As long as nobody is moved
 * or changes status members only come below others, so that what was taken stays so. It is no truth: each search holds
 * what it starts from against the database.
 */
export class PlaceHints {
  readonly lanes: Readonly<Record<Side, Lane>> = { left: new Lane(), right: new Lane() };
  /** Members below whom each leg is taken and closed. */
  readonly closed = new Set<number>();
  private readonly orders = new LRUCache<number, LevelOrder>({ max: MAX_SPONSORS });

  constructor(readonly structureVersion: number) {}

  levelOrder(sponsor: number): LevelOrder {
    const known = this.orders.get(sponsor);
    if (known !== undefined) return known;
    this.bound();
    const order = new LevelOrder(sponsor);
    this.orders.set(sponsor, order);
    return order;
  }

  forgetOrder(sponsor: number): void {
    this.orders.delete(sponsor);
  }

  private bound(): void {
    const queued = [...this.orders.values()].reduce((sum, { length }) => sum + length, 0);
    if (queued > MAX_QUEUED) this.orders.clear();
  }
}
