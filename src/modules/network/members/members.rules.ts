import type { FieldErrors } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { NETWORK } from '#network/network.messages.js';
import { addProblem } from '#common/validation/index.js';
import type { EnrolmentRequest, MemberKind } from '#people/users/index.js';
import type { Tree } from './member.entity.js';
import type { Standing, State } from './members.service.js';
import type { PlacementKind } from './settings/network-settings.entity.js';
import type { SuccessionKind } from './successions/succession.entity.js';

export const CYCLE = failure(NETWORK.parent_below);
export const LEG_TAKEN = failure(NETWORK.leg_taken);
export const THERE_ALREADY = failure(NETWORK.there_already);

/** Why a customer is not above a distributor in the sponsor tree. */
export const IS_CUSTOMER = 'is a customer, and customers sponsor no distributors';

/** What speaks against somebody above a new or moved member, in either tree, if anything does. */
export function validateAbove(above: Standing | undefined): string | undefined {
  if (above === undefined) return 'is not a member of the network';
  return above.status === 'terminated' ? 'is terminated and gets no new members' : undefined;
}

/** What speaks against a sponsor of a member of a kind. */
export function validateSponsor(sponsor: Standing | undefined, kind: MemberKind): string | undefined {
  const needsDistributor = kind === 'distributor' && sponsor?.kind !== 'distributor';
  return validateAbove(sponsor) ?? (needsDistributor ? IS_CUSTOMER : undefined);
}

/** What speaks against choosing a place at all, or against the leg, before anybody looks whether it is free. */
export function validatePlacement(
  { kind, placement, sponsorUid }: EnrolmentRequest,
  { placement: tree, width }: { placement: PlacementKind; width: number },
  sponsor: Standing | undefined,
): FieldErrors {
  if (placement === null) return {};
  if (tree === 'none') return placementProblem('is not possible: the network has no placement tree');
  if (kind !== 'distributor') return placementProblem('is only for distributors');
  if (sponsorUid === null) return placementProblem('needs a sponsor');
  if (sponsor !== undefined && !sponsor.isPlaced)
    return placementProblem('is not possible: the sponsor is not placed yet');
  if (placement.leg > width) return placementProblem(`must be between 1 and ${width}`, 'placement.leg');
  return {};
}

/** A problem with the place that was chosen. */
export function placementProblem(message: string, path?: string): FieldErrors {
  return { placement: [path === undefined ? { message } : { message, path }] };
}

/** A move, and all that decides whether it is possible, but for cycles and taken legs. */
export interface ValidatedMove {
  readonly tree: Tree;
  readonly leg: number | null;
  readonly member: Standing;
  /** Null: the member is to be a root; undefined: there is no such member. */
  readonly parent: Standing | null | undefined;
  readonly settings: { readonly placement: PlacementKind; readonly width: number };
}

/** What is wrong with a move, by field. */
export function validateMove(move: ValidatedMove): FieldErrors {
  const { tree, leg, member, parent, settings } = move;
  const errors: FieldErrors = {};
  const isPlaceable = settings.placement !== 'none' && member.kind === 'distributor';
  const parentProblem = validateParent(move, isPlaceable);
  if (parentProblem !== undefined) addProblem(errors, 'parent_uid', parentProblem);
  if (tree === 'sponsor') {
    if (leg !== null) addProblem(errors, 'leg', 'is only for the placement tree');
    return errors;
  }
  if (settings.placement === 'none') addProblem(errors, 'tree', 'the network has no placement tree');
  else if (!isPlaceable) addProblem(errors, 'tree', 'only distributors are placed');
  const legProblem = validateLeg(leg, parent, settings.width);
  if (legProblem !== undefined) addProblem(errors, 'leg', legProblem);
  return errors;
}

/** The first thing that is wrong with the parent: the rest follows from it, or would only repeat it. */
function validateParent({ tree, member, parent }: ValidatedMove, isPlaceable: boolean): string | undefined {
  if (parent === null) return undefined;
  if (parent?.uid === member.uid) return 'is the member itself';
  if (tree === 'sponsor') return validateSponsor(parent, member.kind);
  return validateAbove(parent) ?? (isPlaceable && !parent?.isPlaced ? 'is not placed' : undefined);
}

function validateLeg(leg: number | null, parent: ValidatedMove['parent'], width: number): string | undefined {
  if (parent === null) return leg === null ? undefined : 'is only for places below a parent';
  if (leg === null) return 'is required in the placement tree';
  return leg > width ? `must be between 1 and ${width}` : undefined;
}

/** A succession, and all that decides whether it is possible, but for places in the trees. */
export interface ValidatedSuccession {
  readonly kind: SuccessionKind;
  readonly member: Standing;
  /** Undefined: there is no such member. */
  readonly successor: Standing | undefined;
  /** How many stand directly below the successor, in both trees. */
  readonly below: number;
}

/** What the request calls the successor. */
const SUCCESSOR_FIELD = { merge: 'into_uid', hand_over: 'to_uid' } as const satisfies Record<SuccessionKind, string>;

/** What is wrong with a succession, by field. */
export function validateSuccession(validated: ValidatedSuccession): FieldErrors {
  const errors: FieldErrors = {};
  const problem = successorProblem(validated);
  if (problem !== undefined) addProblem(errors, SUCCESSOR_FIELD[validated.kind], problem);
  return errors;
}

function successorProblem({ kind, member, successor, below }: ValidatedSuccession): string | undefined {
  if (successor === undefined) return 'is not a member of the network';
  if (successor.uid === member.uid) return 'is the member itself';
  if (successor.status === 'terminated') return 'is terminated';
  if (kind === 'hand_over') return below > 0 ? 'has members below; merge the position instead' : undefined;
  const needsDistributor = member.kind === 'distributor' && successor.kind !== 'distributor';
  return needsDistributor ? 'is a customer; hand the position over instead' : undefined;
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
  before: State,
  after: State,
  facts: KindFacts,
  asked: keyof State,
): string | undefined {
  if (before[asked] === after[asked]) return `the member has this ${asked} already`;
  if (asked === 'status') return undefined;
  if (after.kind === 'distributor') {
    const isBelowCustomer = facts.sponsorKind !== undefined && facts.sponsorKind !== 'distributor';
    return isBelowCustomer ? `the sponsor ${IS_CUSTOMER}` : undefined;
  }
  if (before.kind !== 'distributor') return undefined;
  if (facts.sponsored > 0) return 'the member sponsors distributors';
  return facts.placedBelow > 0 ? 'members are placed below this one' : undefined;
}
