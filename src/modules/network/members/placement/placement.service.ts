import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import type { Tree } from '../edge.entity.js';
import type { MemberKind } from '#people/users/index.js';
import { NetworkSettingsService } from '../settings/network-settings.service.js';
import type { MemberStatus } from '../state.entity.js';
import { LiveTrees, type PlaceAsked, type SpillRule } from './live-trees.js';
import { PlaceSearch, type PlacementReader } from './place-search.js';
import {
  AWAIT_PLACE,
  CHILDREN,
  COUNT_PART,
  HOLD_FIRST,
  HOLD_MEMBER,
  IS_WITHIN,
  PLACE,
  PLACE_ROOT,
  STANDING,
  WAY,
} from './placement.queries.js';
import type { Place, PlacedChild } from './spill.rules.js';

/** How often a place is looked for that somebody else then takes; and how often in memory, which does not see this transaction. */
const MAX_LOOKS = 50;
const LIVE_LOOKS = 5;

/** What a member is at present. */
export interface Standing {
  readonly uid: number;
  readonly kind: MemberKind;
  readonly status: MemberStatus;
  readonly isPlaced: boolean;
}

/** Who did something, and why. */
export interface Doer {
  /** Null for the service itself. */
  readonly byUid: number | null;
  readonly reason: string | null;
}

/** Places members in the placement tree. See docs/spec/commissions.md#2. */
@Injectable()
export class Placement {
  constructor(
    private readonly db: Database,
    private readonly settings: NetworkSettingsService,
    private readonly live: LiveTrees,
  ) {}

  /** What a member is, held against a change of status until the transaction ends; undefined for who is no member. */
  async hold(tx: EntityManager, uid: number): Promise<Standing | undefined> {
    this.db.send(tx, HOLD_MEMBER, [uid]);
    return this.standing(tx, uid);
  }

  /** What a member is; undefined for who is none. */
  async standing(tx: EntityManager, uid: number): Promise<Standing | undefined> {
    return this.db.queryOne<Standing>(tx, STANDING, [uid]);
  }

  /** Whether a member is another, or stands below it. */
  async isWithin(tx: EntityManager, tree: Tree, uid: number, root: number): Promise<boolean> {
    return (await this.live.isWithin(tree, uid, root)) ?? this.isWithinByRows(tx, tree, uid, root);
  }

  /** The same by the rows alone, one by one up to the top: for who holds the lock of the tree and is about to move somebody. */
  async isWithinByRows(tx: EntityManager, tree: Tree, uid: number, root: number): Promise<boolean> {
    return (await this.db.queryOne<{ isWithin: boolean }>(tx, IS_WITHIN, [tree, uid, root]))!.isWithin;
  }

  /** How many a member and all below are. Not in a transaction: in rows, millions are counted for seconds. */
  async count(tree: Tree, uid: number): Promise<number> {
    const known = await this.live.count(tree, uid);
    return known ?? (await this.db.queryOne<{ members: number }>(null, COUNT_PART, [tree, uid]))!.members;
  }

  /** Makes a member who is not placed a root; returns since when. */
  async placeRoot(tx: EntityManager, uid: number, byUid: number | null): Promise<Date> {
    return (await this.db.queryOne<{ at: Date }>(tx, PLACE_ROOT, [uid, byUid]))!.at;
  }

  /**
   * Places a member who is not placed. It waits for whoever is about to take the same place.
   * @returns since when; undefined when the place is taken, or its member may get no new ones
   */
  async place(tx: EntityManager, uid: number, place: Place, { byUid, reason }: Doer): Promise<Date | undefined> {
    const { parentUid, leg } = place;
    this.db.send(tx, HOLD_MEMBER, [parentUid]);
    return (await this.db.queryOne<{ at: Date }>(tx, PLACE, [uid, parentUid, leg, byUid, reason]))?.at;
  }

  /**
   * Places a member who is not placed by a rule, in a sponsor's part of the tree.
   * @returns the place, and since when; undefined where none is free
   */
  async spill(
    tx: EntityManager,
    uid: number,
    sponsorUid: number,
    rule: SpillRule,
    doer: Doer,
  ): Promise<(Place & { at: Date }) | undefined> {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const { width } = await this.settings.hold(tx);
      const asked = { sponsorUid, rule, width };
      const known = looks < LIVE_LOOKS || rule === 'lesser_volume' ? await this.live.places(asked) : undefined;
      const place = await this.takeHold(tx, rule, known ?? (await this.search(tx, asked)));
      if (place === undefined) return undefined;
      const at = await this.place(tx, uid, place, doer);
      if (at !== undefined) return { ...place, at };
    }
    return undefined;
  }

  /** One of the places, which nobody else who asks for one by a rule takes before the transaction ends. */
  private async takeHold(tx: EntityManager, rule: SpillRule, places: readonly Place[]): Promise<Place | undefined> {
    if (rule === 'breadth_first') return this.holdFirst(tx, places);
    // There is but one right place: who comes second comes below the first, and waits until it stands there.
    const [place] = places;
    if (place !== undefined) await this.db.query(tx, AWAIT_PLACE, [place.parentUid, place.leg]);
    return place;
  }

  private async search(tx: EntityManager, { sponsorUid, rule, width }: PlaceAsked): Promise<Place[]> {
    const search = new PlaceSearch(this.readerOf(tx, width), width);
    if (rule === 'breadth_first') return search.breadthFirst(sponsorUid);
    // Where group volumes are known, only a sponsor of this transaction is not: nobody stands below.
    const place = await search.outermost(sponsorUid, rule === 'right' ? 'right' : 'left');
    return place === undefined ? [] : [place];
  }

  private async holdFirst(tx: EntityManager, places: readonly Place[]): Promise<Place | undefined> {
    const values = [places.map(({ parentUid }) => parentUid), places.map(({ leg }) => leg)];
    const held = await this.db.queryOne<Place>(tx, HOLD_FIRST, values);
    const [first] = places;
    if (held === undefined && first !== undefined) await this.db.query(tx, AWAIT_PLACE, [first.parentUid, first.leg]);
    return held ?? first;
  }

  private readerOf(tx: EntityManager, width: number): PlacementReader {
    return {
      children: async (uids) => {
        type Row = { uid: number } & (Omit<PlacedChild, 'uid'> & { child: number | null });
        const rows = await this.db.query<Row>(tx, CHILDREN, [uids]);
        const children = new Map<number, PlacedChild[]>(rows.map(({ uid }) => [uid, []]));
        for (const { uid, leg, child, isTerminated } of rows)
          if (child !== null) children.get(uid)!.push({ leg, uid: child, isTerminated });
        return children;
      },
      way: async (from, side, closed, steps) => {
        const legs = side === 'left' ? [1, width, 1] : [width, 1, -1];
        const rows = await this.db.query<{ uid: number }>(tx, WAY, [from, ...legs, [...closed], steps]);
        return rows.map(({ uid }) => uid);
      },
    };
  }
}
