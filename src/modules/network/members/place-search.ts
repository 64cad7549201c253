/** A place in the placement tree. */
export interface Place {
  readonly parentUid: number;
  /** From 1 on. */
  readonly leg: number;
}

/** Who stands directly below a member. */
export interface PlacedChild {
  readonly leg: number;
  readonly uid: number;
  readonly isTerminated: boolean;
}

/** From which side legs are taken. */
export type Side = 'left' | 'right';

/** A leg of a member: free, or with somebody at its head. */
interface Leg {
  readonly leg: number;
  /** Undefined: free. */
  readonly head: number | undefined;
}

/**
 * The legs of a member that a new one may come into, from left to right: those without a head, and those whose head is neither
 * terminated nor closed.
 * @param closed members below whom no place is free any more
 */
export function openLegs(children: readonly PlacedChild[], width: number, closed: ReadonlySet<number>): Leg[] {
  const heads = new Map(children.map((child) => [child.leg, child]));
  return Array.from({ length: width }, (_, index) => ({ leg: index + 1, child: heads.get(index + 1) }))
    .filter(({ child }) => child === undefined || (!child.isTerminated && !closed.has(child.uid)))
    .map(({ leg, child }) => ({ leg, head: child?.uid }));
}

/** The outermost of the open legs, if there is any. */
export function outermost(legs: readonly Leg[], side: Side): Leg | undefined {
  return side === 'left' ? legs[0] : legs.at(-1);
}

/** The free places directly below a member, from left to right. */
function freePlaces(parentUid: number, children: readonly PlacedChild[], width: number): Place[] {
  return openLegs(children, width, new Set())
    .filter(({ head }) => head === undefined)
    .map(({ leg }) => ({ parentUid, leg }));
}

/** Members that one statement goes down by. */
export const STEPS = 500;
/** Members whose legs one statement reads: few at first, since mostly the first has a free one. */
const FIRST_BATCH = 8;
const BATCH_GROWTH = 4;
const MAX_BATCH = 2_048;
/** Free places among which one is looked for that nobody else is about to take. */
const MAX_PLACES = 64;

/** Children of members that are placed; one that is not placed is not in it. */
type ChildrenOf = ReadonlyMap<number, readonly PlacedChild[]>;

/** Reads the placement tree as it stands. */
export interface PlacementReader {
  children(uids: readonly number[]): Promise<ChildrenOf>;
  /** The members on the way down by the outermost open legs, below `from`, at most `steps`. */
  way(from: number, side: Side, closed: ReadonlySet<number>, steps: number): Promise<number[]>;
}

/**
 * Looks for free places in a sponsor's part of the placement tree, row by row. It is asked while the trees in memory are not
 * at hand: how long it takes grows with the depth of a leg, and with the members above the first free place.
 */
export class PlaceSearch {
  constructor(
    private readonly reader: PlacementReader,
    private readonly width: number,
  ) {}

  /** The free end of the outermost leg; undefined where a sponsor has none. */
  async outermost(sponsor: number, side: Side): Promise<Place | undefined> {
    const closed = new Set<number>();
    for (;;) {
      const at = await this.descend(sponsor, side, closed);
      const children = (await this.reader.children([at])).get(at);
      const end = children && outermost(openLegs(children, this.width, closed), side);
      // Somebody has come there meanwhile.
      if (end?.head !== undefined) continue;
      if (end !== undefined) return { parentUid: at, leg: end.leg };
      if (at === sponsor) return undefined;
      closed.add(at);
    }
  }

  /** The first free places by level, then from left to right; none where a sponsor has none. */
  async breadthFirst(sponsor: number): Promise<Place[]> {
    let queue = [sponsor];
    for (let size = FIRST_BATCH; queue.length > 0; size = Math.min(MAX_BATCH, size * BATCH_GROWTH)) {
      const batch = queue.slice(0, size);
      const children = await this.reader.children(batch);
      const isFull = (uid: number): boolean => freePlaces(uid, children.get(uid) ?? [], this.width).length === 0;
      if (!children.has(sponsor) && batch[0] === sponsor) return [];
      const open = batch.findIndex((uid) => !isFull(uid));
      if (open !== -1) return this.places(batch.slice(open), children, queue.length === batch.length);
      queue = [...queue.slice(size), ...this.below(batch, children)];
    }
    return [];
  }

  /** Free places below some members, in order; also below who stands below them, if nobody comes between. */
  private async places(members: readonly number[], known: ChildrenOf, isAll: boolean): Promise<Place[]> {
    const places: Place[] = [];
    let level = members;
    let children = known;
    while (level.length > 0) {
      for (const uid of level) places.push(...freePlaces(uid, children.get(uid) ?? [], this.width));
      if (!isAll || places.length >= MAX_PLACES) break;
      level = this.below(level, children).slice(0, MAX_PLACES);
      if (level.length > 0) children = await this.reader.children(level);
    }
    return places.slice(0, MAX_PLACES);
  }

  /** Who stands below some members, in order, but for legs that are passed by. */
  private below(members: readonly number[], children: ChildrenOf): number[] {
    return members.flatMap((uid) =>
      openLegs(children.get(uid) ?? [], this.width, new Set()).flatMap(({ head }) =>
        head === undefined ? [] : [head],
      ),
    );
  }

  /** The lowest member on the outermost way down. */
  private async descend(sponsor: number, side: Side, closed: ReadonlySet<number>): Promise<number> {
    for (let at = sponsor; ;) {
      const path = await this.reader.way(at, side, closed, STEPS);
      at = path.at(-1) ?? at;
      if (path.length < STEPS) return at;
    }
  }
}
