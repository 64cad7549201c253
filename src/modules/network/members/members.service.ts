import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { EventRecorder } from '#common/events/index.js';
import type { MemberKind } from '#people/users/index.js';
import { NetworkMember, type MemberStatus, type Tree } from './member.entity.js';
import type { PositionData } from './members.events.js';
import { LiveTrees } from './provided-from-above.js';
import { NOW, BEGIN_EDGE, HOLD_MEMBER } from './members.queries.js';

/** Where `$2` stands in the tree `$1`. */
const POSITION = statement(
  'network.position',
  `SELECT parent_uid, leg FROM network_edges WHERE tree = $1 AND uid = $2 AND to_at IS NULL`,
);

/** Ends the open edge of `$2` in the tree `$1`, at `$3` or now. */
const END_EDGE = statement(
  'network.end-edge',
  `UPDATE network_edges SET to_at = greatest(from_at, coalesce($3, ${NOW})) WHERE tree = $1 AND uid = $2 AND to_at IS NULL
   RETURNING to_at AS at`,
);

/** Ends what `$1` is, and says that it is of kind `$2` and status `$3` from now on; `$4` who did it, `$5` why. */
const CHANGE_STATE = statement(
  'network.change-state',
  `WITH ended AS (
     UPDATE network_states SET to_at = greatest(from_at, ${NOW}) WHERE uid = $1 AND to_at IS NULL RETURNING to_at
   )
   INSERT INTO network_states (uid, kind, status, from_at, by_uid, reason)
   SELECT $1, $2, $3, to_at, $4, $5 FROM ended
   RETURNING from_at AS at`,
);

/** How many members `$2` has below, and how many of them are distributors, one level down in the tree `$1`. */
const COUNT_FRONTLINE = statement(
  'network.count-frontline',
  `SELECT count(*) AS members, count(*) FILTER (WHERE s.kind = 'distributor') AS distributors
     FROM network_edges e JOIN network_states s ON s.uid = e.uid AND s.to_at IS NULL
    WHERE e.tree = $1 AND e.parent_uid = $2 AND e.to_at IS NULL`,
);

/** Whether `$2` is `$3`, or stands below it in the tree `$1`. */
const IS_WITHIN = statement(
  'network.is-within',
  `WITH RECURSIVE up AS (
     SELECT $2::bigint AS uid
     UNION ALL
     SELECT e.parent_uid FROM up JOIN network_edges e ON e.tree = $1 AND e.uid = up.uid AND e.to_at IS NULL
      WHERE up.uid <> $3 AND e.parent_uid IS NOT NULL
   )
   SELECT EXISTS (SELECT FROM up WHERE uid = $3) AS "isWithin"`,
);

/** How many the member `$2` and all below are in the tree `$1`. */
const COUNT_PART = statement(
  'network.count-part',
  `WITH RECURSIVE below AS (
     SELECT $2::bigint AS uid
     UNION ALL
     SELECT e.uid FROM below b JOIN network_edges e ON e.tree = $1 AND e.parent_uid = b.uid AND e.to_at IS NULL
   )
   SELECT count(*) AS members FROM below`,
);

/** What member `$1` is at present. */
const STANDING = statement(
  'network.standing',
  `SELECT s.uid, s.kind, s.status, EXISTS (
            SELECT FROM network_edges e WHERE e.tree = 'placement' AND e.uid = s.uid AND e.to_at IS NULL
          ) AS "isPlaced"
     FROM network_states s WHERE s.uid = $1 AND s.to_at IS NULL`,
);

/** What a member is at present. */
export interface Standing {
  readonly uid: number;
  readonly kind: MemberKind;
  readonly status: MemberStatus;
  readonly isPlaced: boolean;
}

/** What a change of a member makes of it. */
export type State = Pick<Standing, 'kind' | 'status'>;

/** Who did something, and why. */
export interface Doer {
  /** Null for the service itself. */
  readonly byUid: number | null;
  readonly reason: string | null;
}

/** How many members stand one level below somebody. */
interface FrontlineCount {
  readonly members: number;
  readonly distributors: number;
}

/** What members are, and where they stand. */
@Injectable()
export class Members {
  constructor(
    private readonly db: Database,
    private readonly events: EventRecorder,
    private readonly live: LiveTrees,
  ) {}

  /** Locks members until the transaction ends, in one order; those of them that there are. */
  async lock(tx: EntityManager, uids: readonly number[]): Promise<number[]> {
    const members = await tx.find(NetworkMember, {
      where: { uid: In([...uids]) },
      order: { uid: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return members.map(({ uid }) => uid);
  }

  /** What a member is, held against a change of status until the transaction ends; undefined for who is no member. */
  async hold(tx: EntityManager, uid: number): Promise<Standing | undefined> {
    this.db.send(tx, HOLD_MEMBER, [uid]);
    return this.standing(tx, uid);
  }

  /** What a member is; undefined for somebody who is no member. */
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

  /** Where a member stands; null for who is not placed. */
  async position(tx: EntityManager | null, tree: Tree, uid: number): Promise<PositionData | null> {
    return (await this.db.queryOne<PositionData>(tx, POSITION, [tree, uid])) ?? null;
  }

  /**
   * Makes a member something else, with its event. The member must be locked.
   * @returns since when
   */
  async changeState(
    tx: EntityManager,
    { uid, kind, status }: Pick<Standing, 'uid' | keyof State>,
    after: State,
    { byUid, reason }: Doer,
  ): Promise<Date> {
    const values = [uid, after.kind, after.status, byUid, reason];
    const { at } = (await this.db.queryOne<{ at: Date }>(tx, CHANGE_STATE, values))!;
    const former = { previous_kind: kind, previous_status: status };
    await this.events.record(tx, 'member.status_changed', uid, {
      uid,
      ...after,
      ...former,
      reason,
      at: at.toISOString(),
    });
    return at;
  }

  async frontline(tx: EntityManager, tree: Tree, uid: number): Promise<FrontlineCount> {
    return (await this.db.queryOne<FrontlineCount>(tx, COUNT_FRONTLINE, [tree, uid]))!;
  }

  /**
   * Takes a member out of its place. The member must be locked.
   * @param at from when on; the instant of what it follows from, or null for now
   */
  async leave(tx: EntityManager, tree: Tree, uid: number, at: Date | null): Promise<Date | undefined> {
    return (await this.db.queryOne<{ at: Date }>(tx, END_EDGE, [tree, uid, at]))?.at;
  }

  /**
   * Puts a member into another place, with all below it. The member must be locked.
   * @returns since when; undefined when somebody stands there
   */
  async put(
    tx: EntityManager,
    tree: Tree,
    uid: number,
    { parent_uid, leg }: PositionData,
    { byUid, reason }: Doer,
  ): Promise<Date | undefined> {
    const left = await this.leave(tx, tree, uid, null);
    const values = [tree, uid, parent_uid, leg, left ?? null, byUid, reason];
    return (await this.db.queryOne<{ at: Date }>(tx, BEGIN_EDGE, values))?.at;
  }
}
