import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { Members } from '../members.service.js';
import type { SupersededEdge } from '../provided-from-above.js';
import { MovesService } from './moves.service.js';
import { type Backdated, PastMoves } from './past-moves.service.js';

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

/** A move that was dated back, and is to hold from a later instant on. */
interface PostponedMove extends Pick<Backdated, 'uid' | 'tree' | 'from'> {
  /** The edge that it wrote. */
  readonly edgeId: number;
  /** By which edges the member stood elsewhere, oldest first. */
  readonly superseded: readonly SupersededEdge[];
}

/** Lets moves that were dated back hold only from a later instant on: what a discarded correction needs. See docs/spec/commissions.md#2. */
@Injectable()
export class PostponedMoves {
  constructor(
    private readonly db: Database,
    private readonly moves: MovesService,
    private readonly members: Members,
    private readonly past: PastMoves,
  ) {}

  /**
   * Gives the member back their previous positions until an instant; the move holds from then on. Later moves stay. Of several
   * such moves of a member in a tree, the newest must be postponed first.
   * @param at from when on the move holds
   * @throws AppError CONFLICT where the member could not have stood there, because others have been moved into the past since
   */
  async holdFrom(tx: EntityManager, { uid, tree, from, edgeId, superseded }: PostponedMove, at: Date): Promise<void> {
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
