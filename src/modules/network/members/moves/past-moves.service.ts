import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import type { Tree } from '../edge.entity.js';
import type { PositionData } from '../members.events.js';
import { BEGIN_EDGE } from '../members.queries.js';
import type { Doer } from '../placement/placement.service.js';
import { CYCLE, LEG_TAKEN, THERE_ALREADY } from './moves.failures.js';
import type { SupersededEdge } from './past-corrections.js';
import { PAST, POSITIONS_SINCE, SUPERSEDE, WAS_TAKEN, WAS_WITHIN, WERE } from './past-moves.queries.js';

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
    return canSponsor ? undefined : 'the parent was a customer since, who sponsors no distributors';
  if (!isDistributor) return 'the member was no distributor all the time since';
  return isParentPlaced ? undefined : 'the parent was not placed all the time since';
}
