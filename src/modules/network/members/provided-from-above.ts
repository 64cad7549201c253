import type { EntityManager } from 'typeorm';
import type { MemberKind } from '#people/users/index.js';
import type { Tree } from './member.entity.js';
import type { PositionData } from './members.events.js';
import type { MovedMemberView, OpenAmountsView } from './moves/moves.dto.js';
import type { Place } from './place-search.js';
import type { NetworkSettings } from './settings/network-settings.entity.js';

/** A rule by which the service chooses a place. */
export type SpillRule = Exclude<NetworkSettings['spill'], 'manual'>;

/** Below whom a place is looked for. */
export interface PlaceAsked {
  readonly sponsorUid: number;
  readonly rule: SpillRule;
  /** Legs of each member. */
  readonly width: number;
}

/**
 * The trees as they are held in memory, whatever their depth. The room of the live network, which is above this one, provides
 * them. They know all that was committed when they are asked, and nothing of the transaction that asks; an answer is
 * undefined while they are not at hand, or do not know a member yet: then the rows are asked.
 */
export abstract class LiveTrees {
  /** Whether a member is another, or stands below it. */
  abstract isWithin(tree: Tree, uid: number, root: number): Promise<boolean | undefined>;

  /** How many a member and all below are. */
  abstract count(tree: Tree, uid: number): Promise<number | undefined>;

  /**
   * Free places by a rule, the right one first, and by `breadth_first` those that follow; none if a sponsor has none.
   * @throws AppError SERVICE_UNAVAILABLE for `lesser_volume` while they are not at hand: nothing else knows group volumes
   */
  abstract places(asked: PlaceAsked): Promise<Place[] | undefined>;
}

/** Instants in milliseconds since 1970, both ends included. */
interface Between {
  readonly from: number;
  readonly to: number;
}

/** Whose holding tanks are looked into, and for whom. */
export interface WaitingAsked {
  /** Only who is sponsored by this member. */
  readonly sponsorUid?: number | undefined;
  /** A part of a name. */
  readonly search?: string | undefined;
  /** Who is found too, and first: exact matches of the search. */
  readonly exact?: readonly number[] | undefined;
  /** Only who enrolled then. */
  readonly enrolled?: Between | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Some of those who wait. */
export interface WaitingFound {
  readonly uids: readonly number[];
  readonly count: number;
}

/**
 * Finds who waits in any holding tank. Who has no place among a million members is no question for the database, which
 * would hold all of them against the placement tree; the live network, which stands above, has both in memory, implements
 * this and provides it in a global module. Decision 64.
 */
export abstract class WaitingMembers {
  /**
   * Distributors who are not terminated and have no place, who enrolled first first.
   * @throws AppError SERVICE_UNAVAILABLE while members are being loaded
   */
  abstract find(asked: WaitingAsked): Promise<WaitingFound>;
}

/** The group volume of somebody above, as a move changes it. */
export interface GroupChange {
  readonly uid: number;
  readonly before: number;
  readonly after: number;
}

/** What a move does to ranks and activity by the plan in force. */
export interface RankChanges {
  /** How many members it concerns. */
  readonly count: number;
  /** The first of them, from the top down. */
  readonly members: readonly Omit<MovedMemberView, 'username'>[];
}

/** What a move does to the volumes of the open period, in the tree of the move. */
export interface MovedVolumes {
  readonly period: { readonly from: Date; readonly to: Date };
  /** Who moves, with who hangs on them, by kind. */
  readonly kinds: Readonly<Record<MemberKind, number>>;
  /** Of the member's own rows. */
  readonly personal: OpenAmountsView;
  /** Of all who move. */
  readonly group: OpenAmountsView;
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

/** A position that somebody else has from now on. */
export interface Succeeded {
  /** Of `network_successions`. */
  readonly id: number;
  readonly uid: number;
  readonly successorUid: number;
  readonly reason: string;
  readonly byUid: number;
}

/**
 * What a succession does beside the trees. Commissions, which stand above, implement it and provide it in a global module.
 * See docs/spec/commissions.md#2.
 */
export abstract class SuccessionEffects {
  /** Gives the volumes of the open period to the successor; how many rows of the ledger they were. */
  abstract moveVolumes(tx: EntityManager, succeeded: Succeeded): Promise<number>;

  /** The higher of two title ranks, by the plan in force; without one, the first that is not null. */
  abstract higherTitle(one: string | null, other: string | null): Promise<string | null>;
}
