import type { PlaceHints } from './place-hints.js';
import { freePlaces, lesser, openLegs, outermost, type Place, type PlacedChild, type Side } from './spill.rules.js';

/** Members that one statement goes down by. */
export const STEPS = 500;
/** Members whose legs one statement reads: few at first, since mostly the first has a free one. */
const FIRST_BATCH = 8;
const BATCH_GROWTH = 4;
const MAX_BATCH = 2_048;
/** Free places among which one is looked for that nobody else is about to take. */
const MAX_PLACES = 64;

/** Children of members that are placed; one that is not placed is not in it. */
export type ChildrenOf = ReadonlyMap<number, readonly PlacedChild[]>;

/** Reads the placement tree as it stands. */
export interface PlacementReader {
  children(uids: readonly number[]): Promise<ChildrenOf>;
  /** The members on the way down by the outermost open legs, below `from`, at most `steps`. */
  way(from: number, side: Side, closed: ReadonlySet<number>, steps: number): Promise<number[]>;
  /** The group volume of each leg, by its head. */
  volumes(heads: readonly number[]): Promise<ReadonlyMap<number, bigint>>;
}

/** Looks for free places in a sponsor's part of the placement tree. */
export class PlaceSearch {
  constructor(
    private readonly reader: PlacementReader,
    private readonly hints: PlaceHints,
    private readonly width: number,
  ) {}

  /** The free end of the outermost leg; undefined where a sponsor has none. */
  async outermost(sponsor: number, side: Side): Promise<Place | undefined> {
    const lane = this.hints.lanes[side];
    for (;;) {
      const at = await this.descend(sponsor, side);
      const legs = await this.legsOf(at);
      const end = legs === undefined ? undefined : outermost(legs, side);
      if (end?.head !== undefined) continue;
      if (end !== undefined) return { parentUid: at, leg: end.leg };
      if (at === sponsor) return undefined;
      // Who is not placed was remembered from a transaction that was rolled back; who has no open leg is a dead end.
      if (legs !== undefined) this.hints.closed.add(at);
      lane.forget();
    }
  }

  /** The end that is reached by going into the leg with the least volume each time. */
  async lesserVolume(sponsor: number): Promise<Place | undefined> {
    for (let at = sponsor; ;) {
      const legs = await this.legsOf(at);
      if (legs === undefined) return undefined;
      const heads = legs.flatMap(({ head }) => (head === undefined ? [] : [head]));
      const volumes = heads.length === 0 ? new Map<number, bigint>() : await this.reader.volumes(heads);
      const least = lesser(legs, volumes);
      if (least === undefined && at === sponsor) return undefined;
      if (least !== undefined && least.head === undefined) return { parentUid: at, leg: least.leg };
      if (least === undefined) this.hints.closed.add(at);
      at = least?.head ?? sponsor;
    }
  }

  /** The first free places by level, then from left to right; none where a sponsor has none. */
  async breadthFirst(sponsor: number): Promise<Place[]> {
    for (let size = FIRST_BATCH; ; size = Math.min(MAX_BATCH, size * BATCH_GROWTH)) {
      const order = this.hints.levelOrder(sponsor);
      const { version } = order;
      const batch = order.first(size);
      if (batch.length === 0) return [];
      const children = await this.reader.children(batch);
      if (batch.some((uid) => !children.has(uid))) {
        this.hints.forgetOrder(sponsor);
        if (!children.has(sponsor) && batch[0] === sponsor) return [];
        continue;
      }
      const isFull = (uid: number): boolean => freePlaces(uid, children.get(uid)!, this.width).length === 0;
      const open = batch.findIndex((uid) => !isFull(uid));
      const full = open === -1 ? batch : batch.slice(0, open);
      if (full.length > 0 && order.version === version) order.pass(full.length, this.below(full, children));
      if (open !== -1) return this.places(batch.slice(open), children, order.length <= batch.length - open);
    }
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
  private async descend(sponsor: number, side: Side): Promise<number> {
    const lane = this.hints.lanes[side];
    for (let at = lane.lowest(sponsor); ;) {
      const path = await this.reader.way(at, side, this.hints.closed, STEPS);
      const met = path.findLastIndex((uid) => lane.knows(uid));
      const next = met === -1 ? path.at(-1) : path[met];
      if (next === undefined) return at;
      lane.join(at, next);
      at = lane.lowest(next);
      if (met === -1 && path.length < STEPS) return at;
    }
  }

  private async legsOf(uid: number): Promise<ReturnType<typeof openLegs> | undefined> {
    const children = (await this.reader.children([uid])).get(uid);
    return children && openLegs(children, this.width, this.hints.closed);
  }
}
