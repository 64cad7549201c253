import type { FieldErrors } from '#common/errors/app-error.js';
import type { EnrolmentRequest, MemberKind } from '#people/users/index.js';
import type { MemberStatus } from './state.entity.js';

interface Sponsor {
  readonly kind: MemberKind;
  readonly status: MemberStatus;
  readonly isPlaced: boolean;
}

/** What speaks against a sponsor of a new member, if anything does. */
export function validateSponsor(sponsor: Sponsor | undefined, kind: MemberKind): string | undefined {
  if (sponsor === undefined) return 'is not a member of the network';
  if (sponsor.status === 'terminated') return 'is terminated and gets no new members';
  if (kind === 'distributor' && sponsor.kind !== 'distributor')
    return 'is a customer, and customers sponsor no distributors';
  return undefined;
}

/** What speaks against choosing a place at all, or against the leg, before anybody looks whether it is free. */
export function validatePlacement(
  { kind, placement, sponsorUid }: EnrolmentRequest,
  { placement: tree, width }: { placement: 'none' | 'binary' | 'matrix'; width: number },
  sponsor: Sponsor | undefined,
): FieldErrors {
  if (placement === null) return {};
  if (tree === 'none') return problem('is not possible: the network has no placement tree');
  if (kind !== 'distributor') return problem('is only for distributors');
  if (sponsorUid === null) return problem('needs a sponsor');
  if (sponsor !== undefined && !sponsor.isPlaced) return problem('is not possible: the sponsor is not placed yet');
  if (placement.leg > width) return problem(`must be between 1 and ${width}`, 'placement.leg');
  return {};
}

/** A problem with the place that was chosen. */
export function problem(message: string, path?: string): FieldErrors {
  return { placement: [path === undefined ? { message } : { message, path }] };
}
