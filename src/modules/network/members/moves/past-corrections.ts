import type { EntityManager } from 'typeorm';
import type { PositionData } from '../members.events.js';
import type { Tree } from '../edge.entity.js';

/** A period that is posted, and that a move dated back bears on. */
export interface TouchedPeriod {
  /** Such as `2026-10`. */
  readonly period: string;
  readonly runId: number;
}

/** Where a member stood for a time. */
interface PastPosition extends PositionData {
  readonly from: string;
  /** Null while it holds. */
  readonly to: string | null;
}

/** Where a member stood, and by which edge. */
export interface SupersededEdge extends PastPosition {
  readonly id: number;
}

/** A move that was dated back. */
export interface PastMove {
  readonly uid: number;
  readonly tree: Tree;
  readonly from: Date;
  readonly to: PositionData;
  /** Where the member stood since, by what is superseded now. */
  readonly superseded: readonly SupersededEdge[];
  /** The edge that it wrote. */
  readonly edgeId: number;
  readonly reason: string;
  readonly byUid: number;
}

/**
 * Sees to it that posted periods are calculated again after a move into the past. Commissions, which stand above, implement it
 * and provide it in a global module. See docs/spec/commissions.md#2.
 */
export abstract class PastCorrections {
  /**
   * Keeps others from posting periods until the transaction ends. It is asked before anything else is locked: a posting has
   * this lock from its beginning, and changes members at its end.
   */
  abstract hold(tx: EntityManager): Promise<void>;

  /** The posted periods that end after an instant, oldest first; what is posted must be held. */
  abstract touched(tx: EntityManager, from: Date): Promise<readonly TouchedPeriod[]>;

  /**
   * Asks that these periods are calculated again, with the transaction.
   * @returns the id of the correction
   */
  abstract begin(tx: EntityManager, move: PastMove, periods: readonly TouchedPeriod[]): Promise<number>;
}
