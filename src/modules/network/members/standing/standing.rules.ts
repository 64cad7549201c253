import type { MemberKind } from '#people/users/index.js';
import type { MemberStatus } from '../state.entity.js';

/** What a member is. */
export interface Standing {
  readonly kind: MemberKind;
  readonly status: MemberStatus;
}

/** What else a change of the kind depends on. */
export interface KindFacts {
  /** Undefined for a root. */
  readonly sponsorKind: MemberKind | undefined;
  /** Distributors one level below in the sponsor tree. */
  readonly sponsored: number;
  /** Members one level below in the placement tree. */
  readonly placedBelow: number;
}

/**
 * What stands against a change, if anything does.
 * @param asked what is to change
 */
export function conflictWithChange(
  before: Standing,
  after: Standing,
  facts: KindFacts,
  asked: keyof Standing,
): string | undefined {
  if (before[asked] === after[asked]) return `the member has this ${asked} already`;
  if (asked === 'status') return undefined;
  if (after.kind === 'distributor') {
    const isBelowCustomer = facts.sponsorKind !== undefined && facts.sponsorKind !== 'distributor';
    return isBelowCustomer ? 'the sponsor is a customer, and customers sponsor no distributors' : undefined;
  }
  if (before.kind !== 'distributor') return undefined;
  if (facts.sponsored > 0) return 'the member sponsors distributors';
  return facts.placedBelow > 0 ? 'members are placed below this one' : undefined;
}
