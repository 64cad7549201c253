import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ADVISORY_LOCK_FAMILIES } from '#common/database/advisory-locks.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import type { EnrolmentRequest } from '#people/users/index.js';
import type { PositionData } from './members.events.js';
import { HOLD_MEMBER, NOW } from './members.queries.js';
import type { Doer } from './members.service.js';
import { type Place, type PlacedChild, type PlacementReader, PlaceSearch } from './place-search.js';
import { LiveTrees, type PlaceAsked, type SpillRule } from './provided-from-above.js';
import { NetworkSettingsService } from './settings/network-settings.service.js';

/** The first key of the locks of places; the second is a hash of the place, so that two may rarely share one. */
const PLACE_LOCKS = ADVISORY_LOCK_FAMILIES.places;
const KEY = (parent: string, leg: string): string => `${PLACE_LOCKS}, hashint8(${parent} * 128 + ${leg})`;

/**
 * Who stands below the members `$1`, as far as they are placed; a member without anybody has one row without child. `OFFSET 0`
 * keeps each look-up one by the index: on tables that are new the planner would rather read all of them, and keep that plan.
 */
const CHILDREN = statement(
  'network.placed-children',
  `SELECT w.uid, c.leg, c.uid AS child, s.is_terminated AS "isTerminated"
     FROM unnest($1::bigint[]) AS w (uid)
    CROSS JOIN LATERAL (
      SELECT FROM network_edges WHERE tree = 'placement' AND uid = w.uid AND to_at IS NULL OFFSET 0
    ) AS p
     LEFT JOIN LATERAL (
      SELECT leg, uid FROM network_edges WHERE tree = 'placement' AND parent_uid = w.uid AND to_at IS NULL OFFSET 0
    ) AS c ON TRUE
     LEFT JOIN LATERAL (
      SELECT status = 'terminated' AS is_terminated FROM network_states WHERE uid = c.uid AND to_at IS NULL OFFSET 0
    ) AS s ON TRUE`,
);

/**
 * The way down from `$1` by the outermost open legs: from leg `$2` to leg `$3` by `$4` (1 or -1), past the closed members `$5`,
 * `$6` members at most. The end is where that leg is free, or none is open.
 */
const WAY = statement(
  'network.way-down',
  `WITH RECURSIVE way AS (
     SELECT $1::bigint AS uid, 0 AS steps
     UNION ALL
     SELECT next.uid, w.steps + 1
       FROM way w CROSS JOIN LATERAL (
         SELECT c.uid
           FROM generate_series($2::int, $3::int, $4::int) AS l (leg)
           LEFT JOIN network_edges c ON c.tree = 'placement' AND c.parent_uid = w.uid AND c.leg = l.leg AND c.to_at IS NULL
           LEFT JOIN network_states s ON s.uid = c.uid AND s.to_at IS NULL
          WHERE c.uid IS NULL OR s.status <> 'terminated' AND c.uid <> ALL ($5::bigint[])
          ORDER BY l.leg * $4::int
          LIMIT 1
       ) AS next
      WHERE w.steps < $6::int AND next.uid IS NOT NULL
   )
   SELECT uid FROM way WHERE steps > 0 ORDER BY steps`,
);

/** Waits until nobody else is about to take the place in leg `$2` of `$1`. */
const AWAIT_PLACE = statement('network.await-place', `SELECT pg_advisory_xact_lock(${KEY('$1::bigint', '$2::int')})`);

/** The first of the places (parents `$1`, legs `$2`) that nobody else is about to take, and takes hold of it. */
const HOLD_FIRST = statement(
  'network.hold-first-place',
  `SELECT w.parent AS "parentUid", w.leg FROM unnest($1::bigint[], $2::int[]) AS w (parent, leg)
    WHERE pg_try_advisory_xact_lock(${KEY('w.parent', 'w.leg')}) LIMIT 1`,
);

/** Places `$1` in leg `$3` of `$2`, if that is free and its member may get new ones; `$4` who did it, `$5` why. */
const PLACE = statement(
  'network.place',
  `INSERT INTO network_edges (tree, uid, parent_uid, leg, from_at, by_uid, reason)
   SELECT 'placement', $1, $2, $3, ${NOW}, $4, $5
    WHERE EXISTS (SELECT FROM network_states WHERE uid = $2 AND to_at IS NULL AND status <> 'terminated')
      AND EXISTS (SELECT FROM network_edges WHERE tree = 'placement' AND uid = $2 AND to_at IS NULL)
   ON CONFLICT DO NOTHING
   RETURNING from_at AS at`,
);

/** Makes `$1` a root of the placement tree; `$2` who did it. */
const PLACE_ROOT = statement(
  'network.place-root',
  `INSERT INTO network_edges (tree, uid, from_at, by_uid)
   VALUES ('placement', $1, ${NOW}, $2)
   RETURNING from_at AS at`,
);

/** How often a place is looked for that somebody else then takes; and how often in memory, which does not see this transaction. */
const MAX_LOOKS = 50;
const LIVE_LOOKS = 5;

/** Where a member was placed, and since when. */
export interface Arrived {
  readonly position: PositionData;
  readonly at: Date;
}

/** Places members in the placement tree. See docs/spec/commissions.md#2. */
@Injectable()
export class Placement {
  constructor(
    private readonly db: Database,
    private readonly settings: NetworkSettingsService,
    private readonly live: LiveTrees,
  ) {}

  /**
   * Places a member, if it is a distributor whose sponsor is placed: where somebody chose, or by the rule of the network.
   * @returns null for who waits in a holding tank, or has no place in the tree
   * @throws AppError VALIDATION on `placement` when the place that was chosen is taken
   */
  async placeNew(
    tx: EntityManager,
    uid: number,
    { kind, sponsorUid, placement, byUid }: EnrolmentRequest,
  ): Promise<Arrived | null> {
    const { placement: tree, spill } = await this.settings.hold(tx);
    if (tree === 'none' || kind !== 'distributor') return null;
    if (sponsorUid === null)
      return { position: { parent_uid: null, leg: null }, at: await this.placeRoot(tx, uid, byUid) };
    const doer = { byUid, reason: null };
    const isWish = placement?.isWish === true;
    if (placement !== null && !(isWish && spill === 'manual')) {
      const at = await this.place(tx, uid, placement, doer);
      if (at !== undefined) return { position: { parent_uid: placement.parentUid, leg: placement.leg }, at };
      if (!isWish)
        throw AppError.ofFields('VALIDATION', { placement: [{ message: 'is taken', path: 'placement.leg' }] });
    }
    if (spill === 'manual') return null;
    const place = await this.spill(tx, uid, sponsorUid, spill, doer);
    return place === undefined ? null : { position: { parent_uid: place.parentUid, leg: place.leg }, at: place.at };
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
