import type { Tree } from '../edge.entity.js';
import type { NetworkSettings } from '../settings/network-settings.entity.js';
import type { Place } from './spill.rules.js';

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
