import type { EntityManager } from 'typeorm';

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
