/** Who sponsors whoever comes by a link, and where they are to be placed. */
export interface Referral {
  readonly sponsorUid: number;
  /** A leg of the sponsor. */
  readonly leg?: number | undefined;
}

/**
 * Signs what is in members' links, so that nobody makes one for another. The keys are those of the room of signing keys, which
 * stands above, implements this and provides it in a global module.
 */
export abstract class Referrals {
  abstract sign(referral: Referral): string;

  /** Undefined for what was not signed here. */
  abstract read(token: string): Promise<Referral | undefined>;
}
