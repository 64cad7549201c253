import type { FieldErrors } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';
import { addProblem, isSound } from '#common/validation/index.js';

export const NO_REFERRAL = failure(PEOPLE.not_a_referral, { field: 'ref' });
export const TWO_SPONSORS = failure(PEOPLE.not_with_sponsor, { field: 'ref' });

/** What a member's link says: the sponsor, and where they place whoever signs up. */
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

  /** Reads and validates the `ref` of a sign-up. Undefined without a ref, and if it is wrong; then the problem is added to `errors`. */
  async validated(
    { ref, sponsor }: { ref?: string | undefined; sponsor?: string | null | undefined },
    errors: FieldErrors,
  ): Promise<Referral | undefined> {
    if (ref === undefined || !isSound(errors, 'ref')) return undefined;
    const isAlone = !isSound(errors, 'sponsor') || !sponsor?.trim();
    const referral = isAlone ? await this.read(ref) : undefined;
    const refusal = isAlone ? NO_REFERRAL : TWO_SPONSORS;
    if (referral === undefined) addProblem(errors, refusal.field, refusal.message);
    return referral;
  }
}
