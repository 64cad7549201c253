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
