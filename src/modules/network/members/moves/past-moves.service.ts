import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import type { Tree } from '../member.entity.js';
import type { PositionData } from '../members.events.js';
import { CYCLE, LEG_TAKEN, THERE_ALREADY } from '../members.rules.js';
import { BEGIN_EDGE } from '../members.queries.js';
import type { Doer } from '../members.service.js';
import type { SupersededEdge } from '../provided-from-above.js';

/** Whether $1 is after now, and since when the members $2 and $3 have been there (null: it asks for no parent). */
const PAST = statement(
  'network.past',
  `SELECT $1::timestamptz > clock_timestamp() AS "isFuture",
          (SELECT max(enrolled_at) FROM network_members WHERE uid IN ($2::bigint, $3::bigint)) AS "enrolledAt"`,
);

/**
 * Whether $2, or somebody above it in the tree $1 at any instant since $4 and before $5, is $3: each step up keeps the time during which all
 * steps below it held.
 */
const WAS_WITHIN = statement(
  'network.was-within',
  `WITH RECURSIVE up AS (
     SELECT $2::bigint AS uid, $4::timestamptz AS since, $5::timestamptz AS until
     UNION ALL
     SELECT e.parent_uid, greatest(up.since, e.from_at), least(up.until, coalesce(e.to_at, 'infinity'))
       FROM up JOIN network_edges e ON e.uid = up.uid AND e.tree = $1
      WHERE up.uid <> $3 AND e.parent_uid IS NOT NULL
        AND greatest(up.since, e.from_at) < least(up.until, coalesce(e.to_at, 'infinity'))
   )
   SELECT EXISTS (SELECT FROM up WHERE uid = $3) AS "isWithin"`,
);

/** Whether somebody but $3 stood in leg $2 of $1 at any instant since $4 and before $5. */
const WAS_TAKEN = statement(
  'network.was-taken',
  `SELECT EXISTS (
     SELECT FROM network_edges WHERE tree = 'placement' AND parent_uid = $1 AND leg = $2 AND uid <> $3
        AND coalesce(to_at, 'infinity') > greatest(from_at, $4::timestamptz) AND from_at < $5::timestamptz
   ) AS "isTaken"`,
);

/** Of the member $1 and the parent $2 all the time since $3: what they were. Without a parent, its answers are true. */
const WERE = statement(
  'network.were',
  `WITH states AS (
     SELECT uid, kind, tstzrange(greatest(from_at, $3::timestamptz), to_at) AS held FROM network_states
      WHERE uid IN ($1::bigint, $2::bigint) AND coalesce(to_at, 'infinity') > greatest(from_at, $3::timestamptz)
   ), distributors AS (
     SELECT uid, range_agg(held) AS held FROM states WHERE kind = 'distributor' GROUP BY uid
   ), parent AS (
     SELECT range_agg(tstzrange(greatest(from_at, $3::timestamptz), to_at)) AS placed FROM network_edges
      WHERE tree = 'placement' AND uid = $2 AND coalesce(to_at, 'infinity') > greatest(from_at, $3::timestamptz)
   )
   SELECT coalesce((SELECT held @> tstzrange($3, NULL) FROM distributors WHERE uid = $1), false) AS "isDistributor",
          $2::bigint IS NULL OR coalesce((SELECT placed @> tstzrange($3, NULL) FROM parent), false) AS "isParentPlaced",
          $2::bigint IS NULL OR coalesce((SELECT held FROM distributors WHERE uid = $2), '{}')
            @> coalesce((SELECT held FROM distributors WHERE uid = $1), '{}') AS "canSponsor"`,
);

/** Where $2 stood in the tree $1 since $3, oldest first. */
const POSITIONS_SINCE = statement(
  'network.positions-since',
  `SELECT id, parent_uid, leg, from_at AS "from", to_at AS "to" FROM network_edges
    WHERE tree = $1 AND uid = $2 AND coalesce(to_at, 'infinity') > greatest(from_at, $3::timestamptz) ORDER BY from_at`,
);

/**
 * Ends the edges of $2 in the tree $1 at $3: those that began later never held. They stay as rows, for who follows the ids.
 */
const SUPERSEDE = statement(
  'network.supersede',
  `UPDATE network_edges SET to_at = greatest(from_at, $3::timestamptz)
    WHERE tree = $1 AND uid = $2 AND coalesce(to_at, 'infinity') > greatest(from_at, $3::timestamptz)`,
);

/** Who is to have stood where, and since when. */
export interface Backdated {
  readonly uid: number;
  readonly tree: Tree;
  readonly from: Date;
  readonly to: PositionData;
}

interface WereRow {
  isDistributor: boolean;
  isParentPlaced: boolean;
  canSponsor: boolean;
}

type PositionRow = PositionData & { id: number; from: Date; to: Date | null };

/** Moves that hold from an instant in the past on. See docs/spec/commissions.md#2. */
@Injectable()
export class PastMoves {
  constructor(private readonly db: Database) {}

  /**
   * Asserts that the member could have stood there all the time since; both are locked, and the tree.
   * @returns its previous positions, oldest first
   * @throws AppError VALIDATION on `from` and `parent_uid`; CONFLICT for a cycle at any instant, a leg that was taken at any, and
   *   for where the member has stood all the time
   */
  async assess(tx: EntityManager, { uid, tree, from, to }: Backdated): Promise<SupersededEdge[]> {
    const { parent_uid: parentUid, leg } = to;
    await this.assertPast(tx, uid, from, parentUid);
    const were = (await this.db.queryOne<WereRow>(tx, WERE, [uid, parentUid, from]))!;
    const problem = problemOf(tree, were);
    if (problem !== undefined) throw AppError.ofField('VALIDATION', 'from', problem);
    await this.assertFree(tx, { uid, tree, from, to });
    const rows = await this.db.query<PositionRow>(tx, POSITIONS_SINCE, [tree, uid, from]);
    const [only] = rows;
    const isThere = rows.length === 1 && only!.from <= from && only!.parent_uid === parentUid && only!.leg === leg;
    if (isThere) throw AppError.of(THERE_ALREADY);
    return rows.map((row) => ({
      id: row.id,
      parent_uid: row.parent_uid,
      leg: row.leg,
      from: row.from.toISOString(),
      to: row.to?.toISOString() ?? null,
    }));
  }

  /**
   * Says that the member has stood there since; what said something else stays in the audit log, and holds no more.
   * @returns the id of the edge
   */
  async write(tx: EntityManager, { uid, tree, from, to }: Backdated, { byUid, reason }: Doer): Promise<number> {
    await this.db.query(tx, SUPERSEDE, [tree, uid, from]);
    const values = [tree, uid, to.parent_uid, to.leg, from, byUid, reason];
    const edge = await this.db.queryOne<{ id: number }>(tx, BEGIN_EDGE, values);
    if (edge === undefined) throw AppError.of(LEG_TAKEN);
    return edge.id;
  }

  private async assertPast(tx: EntityManager, uid: number, from: Date, parentUid: number | null): Promise<void> {
    const told = await this.db.queryOne<{ isFuture: boolean; enrolledAt: Date }>(tx, PAST, [from, uid, parentUid]);
    const { isFuture, enrolledAt } = told!;
    if (isFuture) throw AppError.ofField('VALIDATION', 'from', 'must not be in the future');
    if (from < enrolledAt)
      throw AppError.ofField('VALIDATION', 'from', `must not be before both were there: ${enrolledAt.toISOString()}`);
  }

  /**
   * Asserts that the member could have stood there at any instant since, and before another.
   * @throws AppError CONFLICT for a cycle and a leg that was taken
   */
  async assertFree(
    tx: EntityManager,
    { uid, tree, from, to: { parent_uid: parentUid, leg } }: Backdated,
    until: Date | 'infinity' = 'infinity',
  ): Promise<void> {
    if (parentUid === null) return;
    const values = [tree, parentUid, uid, from, until];
    const within = await this.db.queryOne<{ isWithin: boolean }>(tx, WAS_WITHIN, values);
    if (within!.isWithin) throw AppError.of(CYCLE);
    if (leg === null) return;
    const taken = await this.db.queryOne<{ isTaken: boolean }>(tx, WAS_TAKEN, [parentUid, leg, uid, from, until]);
    if (taken!.isTaken) throw AppError.of(LEG_TAKEN);
  }
}

function problemOf(tree: Tree, { isDistributor, isParentPlaced, canSponsor }: WereRow): string | undefined {
  if (tree === 'sponsor')
    return canSponsor ? undefined : 'the parent has been a customer since, and customers sponsor no distributors';
  if (!isDistributor) return 'the member was no distributor all the time since';
  return isParentPlaced ? undefined : 'the parent was not placed all the time since';
}
