import type { FieldErrors } from '#common/errors/app-error.js';
import { addProblem } from '#common/validation/index.js';
import type { Tree } from '../member.entity.js';
import type { Standing } from '../members.service.js';
import type { PlacementKind } from '../settings/network-settings.entity.js';

export const CYCLE = { code: 'CONFLICT', message: 'the parent is below the member' } as const;
export const LEG_TAKEN = { code: 'CONFLICT', message: 'the leg is taken' } as const;
export const THERE_ALREADY = { code: 'CONFLICT', message: 'the member is already there' } as const;

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
  if (parent === undefined) return 'is not a member of the network';
  if (parent.uid === member.uid) return 'is the member itself';
  if (parent.status === 'terminated') return 'is terminated and gets no new members';
  if (tree === 'placement') return isPlaceable && !parent.isPlaced ? 'is not placed' : undefined;
  const needsDistributor = member.kind === 'distributor' && parent.kind !== 'distributor';
  return needsDistributor ? 'is a customer, and customers sponsor no distributors' : undefined;
}

function validateLeg(leg: number | null, parent: ValidatedMove['parent'], width: number): string | undefined {
  if (parent === null) return leg === null ? undefined : 'is only for places below a parent';
  if (leg === null) return 'is required in the placement tree';
  return leg > width ? `must be between 1 and ${width}` : undefined;
}
