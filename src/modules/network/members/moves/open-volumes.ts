import type { MemberKind } from '#people/users/index.js';
import type { Tree } from '../edge.entity.js';

/** The three volumes, as decimals of at most 4 places. */
export interface OpenAmounts {
  readonly business_volume: number;
  readonly points: number;
  readonly cumulative_volume: number;
}

/** The group volume of somebody above, as a move changes it. */
export interface GroupChange {
  readonly uid: number;
  readonly before: number;
  readonly after: number;
}

/** A member who would be active or not, or have another rank. */
interface RankChange {
  readonly uid: number;
  readonly active: { readonly before: boolean; readonly after: boolean };
  /** Paid-as ranks; null for none. */
  readonly rank: { readonly before: string | null; readonly after: string | null };
}

/** What a move does to ranks and activity by the plan in force. */
export interface RankChanges {
  /** How many members it concerns. */
  readonly count: number;
  /** The first of them, from the top down. */
  readonly members: readonly RankChange[];
}

/** What a move does to the volumes of the open period, in the tree of the move. */
export interface MovedVolumes {
  readonly period: { readonly from: Date; readonly to: Date };
  /** Who moves, with who hangs on them, by kind. */
  readonly kinds: Readonly<Record<MemberKind, number>>;
  /** Of the member's own rows. */
  readonly personal: OpenAmounts;
  /** Of all who move. */
  readonly group: OpenAmounts;
  /** Who stood above: of a member that waits, the nearest sponsor that is placed. */
  readonly loser: GroupChange | null;
  readonly gainer: GroupChange | null;
  /** Null while no plan is in force, or nothing is evaluated yet. */
  readonly ranks: RankChanges | null;
}

/** A move that may be made. */
export interface ProposedMove {
  readonly uid: number;
  readonly tree: Tree;
  /** Null: the member is to be a root. */
  readonly parentUid: number | null;
}

/**
 * Tells the volumes of the open period that a move takes along. The live measures, which stand above, implement it and
 * provide it in a global module. Decision 64.
 */
export abstract class OpenVolumes {
  /** @returns undefined while volumes are being loaded */
  abstract ofMove(move: ProposedMove): Promise<MovedVolumes | undefined>;
}
