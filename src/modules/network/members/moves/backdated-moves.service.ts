import { Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { instantOf } from '#common/validation/index.js';
import { UsersService } from '#people/users/index.js';
import type { Tree } from '../member.entity.js';
import type { PositionData } from '../members.events.js';
import { CYCLE, LEG_TAKEN, THERE_ALREADY } from '../members.rules.js';
import { BEGIN_EDGE, type Doer, Members } from '../members.service.js';
import { PastCorrections, type SupersededEdge } from '../provided-from-above.js';
import type { MoveMemberDto, MoveView } from './moves.dto.js';
import { MovesService } from './moves.service.js';

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

/** The edge $1, if it holds for any time. */
const FIND_EDGE = statement(
  'network.find-edge',
  'SELECT to_at AS "to" FROM network_edges WHERE id = $1 AND (to_at IS NULL OR to_at > from_at)',
);

/** Has the edge $1 hold until $2 again; before it begins: at no time. It stays as a row, for who follows the ids. */
const END_AGAIN = statement(
  'network.end-again',
  `UPDATE network_edges SET to_at = greatest(from_at, $2::timestamptz) WHERE id = $1`,
);

/** Writes the edge $1 again, to hold from $2 until $3. */
const REWRITE_EDGE = statement(
  'network.rewrite-edge',
  `INSERT INTO network_edges (tree, uid, parent_uid, leg, from_at, to_at, by_uid, reason)
   SELECT tree, uid, parent_uid, leg, $2, $3, by_uid, reason FROM network_edges WHERE id = $1`,
);

/** Who is to have stood where, and since when. */
interface Backdated {
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

/** Moves that are dated back, also into posted periods. See docs/spec/commissions.md#2, decision 75. */
@Injectable()
export class BackdatedMoves {
  constructor(
    private readonly db: Database,
    private readonly moves: MovesService,
    private readonly past: PastMoves,
    private readonly users: UsersService,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
    @Optional() private readonly corrections?: PastCorrections,
  ) {}

  /**
   * Moves a member as of an instant in the past, or says what that would change; audited, with what it supersedes. Posted
   * periods that end later are calculated again in the background.
   * @throws AppError as {@link MovesService.move}, of any instant since; VALIDATION on `from`
   */
  async move(caller: Caller, uid: number, dto: MoveMemberDto & { from: string }): Promise<MoveView> {
    const { tree, reason, dry_run: isDry = false } = dto;
    const to: PositionData = { parent_uid: dto.parent_uid, leg: dto.leg ?? null };
    const from = instantOf(dto.from)!;
    const members = await this.moves.count(tree, uid);
    const move = { uid, tree, from, to };
    const view = await this.db.transaction(async (tx) => {
      await this.corrections?.hold(tx);
      await this.moves.prepare(tx, uid, tree, to);
      const superseded = await this.past.assess(tx, move);
      const periods = (await this.corrections?.touched(tx, from)) ?? [];
      const last = superseded.at(-1);
      const former = last?.to === null ? { parent_uid: last.parent_uid, leg: last.leg } : null;
      let correctionId: number | null = null;
      if (!isDry) {
        const doer = { byUid: caller.uid, reason };
        const edgeId = await this.past.write(tx, move, doer);
        if (tree === 'sponsor') await this.users.setSponsor(tx, uid, to.parent_uid);
        const at = from.toISOString();
        await this.events.record(tx, 'member.moved', uid, { uid, tree, from: former, to, reason, at });
        const act = { action: 'network.move-back', entityType: 'member', entityId: uid };
        await this.audit.record(tx, caller, {
          ...act,
          before: { tree, positions: superseded.map(({ id: _, ...position }) => position) },
          after: { tree, ...to, from: at, reason },
        });
        if (periods.length > 0)
          correctionId = await this.corrections!.begin(tx, { ...move, edgeId, superseded, ...doer }, periods);
      }
      return {
        uid,
        tree,
        dry_run: isDry,
        members,
        from_at: from.toISOString(),
        from: former && (await this.moves.viewOf(tx, former)),
        to: await this.moves.viewOf(tx, to),
        periods: periods.map(({ period, runId }) => ({ period, run_id: runId })),
        correction_id: correctionId,
        volumes: null,
      };
    });
    // Nothing is locked while it waits for the volumes.
    const proposed = { uid, tree, parentUid: to.parent_uid };
    return isDry ? { ...view, volumes: await this.moves.volumesOf(proposed) } : view;
  }
}

/** A move that was dated back, and is to hold from a later instant on. */
interface UndatedMove extends Pick<Backdated, 'uid' | 'tree' | 'from'> {
  /** The edge that it wrote. */
  readonly edgeId: number;
  /** By which edges the member stood elsewhere, oldest first. */
  readonly superseded: readonly SupersededEdge[];
}

/** Gives the past back to members whose moves were dated back. See docs/spec/commissions.md#2. */
@Injectable()
export class UndatedMoves {
  constructor(
    private readonly db: Database,
    private readonly moves: MovesService,
    private readonly members: Members,
    private readonly past: PastMoves,
  ) {}

  /**
   * Says that the member stood before an instant where it had stood before the move, and since then where it was moved to.
   * What came after the move stays. The newest such move of a member in a tree must be the first for which this is said.
   * @param at from when on the move holds
   * @throws AppError CONFLICT where the member could not have stood there, because others have been moved into the past since
   */
  async holdFrom(tx: EntityManager, { uid, tree, from, edgeId, superseded }: UndatedMove, at: Date): Promise<void> {
    await this.moves.lockTree(tx, tree);
    await this.members.lock(tx, [uid]);
    const edge = await this.db.queryOne<{ to: Date | null }>(tx, FIND_EDGE, [edgeId]);
    if (edge === undefined || at <= from) return;
    const until = edge.to !== null && edge.to < at ? edge.to : at;
    await this.db.change(tx, END_AGAIN, [edgeId, from]);
    for (const { id, parent_uid, leg, ...held } of superseded) {
      const [begin, end] = [later(from, new Date(held.from)), earlier(until, held.to)];
      if (begin >= end) continue;
      await this.past.assertFree(tx, { uid, tree, from: begin, to: { parent_uid, leg } }, end);
      await this.db.change(tx, END_AGAIN, [id, end]);
    }
    if (edge.to === null || edge.to > at) await this.db.change(tx, REWRITE_EDGE, [edgeId, at, edge.to]);
  }
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function earlier(one: Date, other: string | null): Date {
  const end = other === null ? one : new Date(other);
  return end < one ? end : one;
}
