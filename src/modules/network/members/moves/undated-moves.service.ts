import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { Members } from '../members.service.js';
import { MovesService } from './moves.service.js';
import type { SupersededEdge } from './past-corrections.js';
import { END_AGAIN, FIND_EDGE, REWRITE_EDGE } from './past-moves.queries.js';
import { PastMoves, type Backdated } from './past-moves.service.js';

/** A move that was dated back, and is to hold from a later instant on. */
export interface UndatedMove extends Pick<Backdated, 'uid' | 'tree' | 'from'> {
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
