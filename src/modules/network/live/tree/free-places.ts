import type { LiveTree } from './live-tree.js';

/** Which place a rule gives; the words of the network's settings. */
export const RULES = ['left', 'right', 'lesser_volume', 'breadth_first'] as const;
export type Rule = (typeof RULES)[number];

/** A free leg of a member. */
export interface FreePlace {
  readonly parent: number;
  /** From 1 on. */
  readonly leg: number;
}

/** Free places that are named for those who come at the same time, and members that are looked at for these. */
const MOST_PLACES = 64;
const MOST_LOOKS = 1_000;

/** Members who are done with in a queue before it is shortened. */
const MOST_DONE = 10_000;

/** Most members in all queues together, and most queues. */
const MOST_QUEUED = 2_000_000;
const MOST_QUEUES = 1_000;

/** Marks of one side, and members of a way for each. */
const MOST_MARKS = 200_000;
const STRIDE = 16;

const FREE = -1;

/** A leg that a new member may come into: free, or with somebody at its head. */
interface OpenLeg {
  readonly leg: number;
  readonly head: number;
}

/** Members below a sponsor, level by level, from the first on that has a free leg. */
interface Queue {
  members: number[];
  /** Those before it have no free leg, and those below them follow in the queue. */
  done: number;
}

/** What free places are looked for in. */
export interface PlacedMembers {
  readonly tree: LiveTree;
  isTerminated(member: number): boolean;
  /** The group volume of a member. */
  groupOf(member: number): number;
}

/**
 * Finds free places in the placement tree by the rules of spill. Legs with a terminated head are passed by. It remembers how
 * far it came, which holds as long as members only come in: after a move or a change of status a new one starts from the beginning.
 */
export class FreePlaces {
  /** By member, somebody further down its outermost way from that side. */
  private readonly ways = { left: new Map<number, number>(), right: new Map<number, number>() };
  /** Members below whom no place is free any more. */
  private readonly closed = new Set<number>();
  private readonly queues = new Map<number, Queue>();
  private queued = 0;
  private readonly heads: Int32Array;

  /** @param width legs of each member */
  constructor(
    private readonly placed: PlacedMembers,
    readonly width: number,
  ) {
    this.heads = new Int32Array(width);
  }

  /** The place that a rule gives below a sponsor who is placed; by `breadth_first` also those that come after it. */
  find(sponsor: number, rule: Rule): FreePlace[] {
    if (rule === 'breadth_first') return this.breadthFirst(sponsor);
    const place = rule === 'lesser_volume' ? this.lesserVolume(sponsor) : this.outermost(sponsor, rule);
    return place === undefined ? [] : [place];
  }

  /** The free end of the outermost open legs. */
  private outermost(sponsor: number, side: 'left' | 'right'): FreePlace | undefined {
    const marks = this.ways[side];
    const passed: number[] = [];
    const place = this.descend(sponsor, (at) => {
      passed.push(at);
      const further = marks.get(at);
      if (further !== undefined && !this.closed.has(further)) return { head: further, leg: 0 };
      const open = this.openLegs(at);
      return side === 'left' ? open[0] : open.at(-1);
    });
    if (place !== undefined) this.mark(marks, passed, place.parent);
    return place;
  }

  /** Lets some of those on a way point to its end, so that whoever is asked for next does not walk all of it again. */
  private mark(marks: Map<number, number>, passed: readonly number[], end: number): void {
    if (marks.size > MOST_MARKS) marks.clear();
    for (let index = 0; index < passed.length; index += STRIDE) {
      const at = passed[index]!;
      if (at !== end && !this.closed.has(at)) marks.set(at, end);
    }
  }

  /** The end that is reached by the leg with the least group volume each time: of equal ones a free one, then the left. */
  private lesserVolume(sponsor: number): FreePlace | undefined {
    return this.descend(sponsor, (at) => {
      let least: OpenLeg | undefined;
      let volume = Infinity;
      for (const leg of this.openLegs(at)) {
        const own = leg.head === FREE ? 0 : this.placed.groupOf(leg.head);
        const isFirst = own < volume || (own === volume && leg.head === FREE && least?.head !== FREE);
        if (isFirst) [least, volume] = [leg, own];
      }
      return least;
    });
  }

  /** Goes down by a choice of legs to a free one; from dead ends, up to where another leg is open. */
  private descend(sponsor: number, choose: (at: number) => OpenLeg | undefined): FreePlace | undefined {
    for (let at = sponsor; ;) {
      const next = choose(at);
      if (next?.head === FREE) return { parent: at, leg: next.leg };
      if (next === undefined) {
        this.closed.add(at);
        if (at === sponsor) return undefined;
      }
      at = next === undefined ? this.placed.tree.parentOf(at)! : next.head;
    }
  }

  private breadthFirst(sponsor: number): FreePlace[] {
    const queue = this.queueOf(sponsor);
    const { members } = queue;
    const { length } = members;
    for (; queue.done < members.length; queue.done += 1) {
      this.readHeads(members[queue.done]!);
      if (this.heads.includes(FREE)) break;
      for (const head of this.heads) if (this.isOpen(head)) members.push(head);
    }
    this.queued += members.length - length;
    const first = members.slice(queue.done, queue.done + MOST_LOOKS);
    if (queue.done > MOST_DONE && queue.done * 2 > members.length) {
      this.queued -= queue.done;
      queue.members = members.slice(queue.done);
      queue.done = 0;
    }
    return this.placesFrom(first);
  }

  /** The first free places of these and of who stands below them, level by level. */
  private placesFrom(members: number[]): FreePlace[] {
    const places: FreePlace[] = [];
    for (let index = 0; index < Math.min(MOST_LOOKS, members.length) && places.length < MOST_PLACES; index += 1) {
      const parent = members[index]!;
      for (const { head, leg } of this.openLegs(parent)) {
        if (head === FREE) places.push({ parent, leg });
        // Behind the last of the queue; where only its beginning is looked at, nobody comes as far.
        else members.push(head);
      }
    }
    return places.slice(0, MOST_PLACES);
  }

  private queueOf(sponsor: number): Queue {
    const known = this.queues.get(sponsor);
    if (known !== undefined) return known;
    if (this.queued > MOST_QUEUED || this.queues.size >= MOST_QUEUES) {
      this.queues.clear();
      this.queued = 0;
    }
    const queue = { members: [sponsor], done: 0 };
    this.queues.set(sponsor, queue);
    return queue;
  }

  /** The legs that a new member may come into, from left to right. */
  private openLegs(member: number): OpenLeg[] {
    this.readHeads(member);
    const open: OpenLeg[] = [];
    for (const [index, head] of this.heads.entries()) {
      if (head === FREE || this.isOpen(head)) open.push({ leg: index + 1, head });
    }
    return open;
  }

  private readHeads(member: number): void {
    this.placed.tree.readHeads(member, this.heads);
  }

  private isOpen(head: number): boolean {
    return !this.placed.isTerminated(head) && !this.closed.has(head);
  }
}
