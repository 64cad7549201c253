import type { FieldErrors } from '../../../../common/errors/app-error.js';
import { addProblem } from '../../../../common/validation/index.js';
import type { Tree } from '../edge.entity.js';
import type { Standing } from '../placement/placement.service.js';
import type { PlacementKind } from '../settings/network-settings.entity.js';

/** A move, and all that decides whether it is possible, but for cycles and taken legs. */
export interface JudgedMove {
  readonly tree: Tree;
  readonly leg: number | null;
  readonly member: Standing;
  /** Null: the member is to be a root; undefined: there is no such member. */
  readonly parent: Standing | null | undefined;
  readonly settings: { readonly placement: PlacementKind; readonly width: number };
}

/** What is wrong with a move, by field. */
export function judgeMove({ tree, leg, member, parent, settings }: JudgedMove): FieldErrors {
  const errors: FieldErrors = {};
  if (parent === undefined) addProblem(errors, 'parent_uid', 'is not a member of the network');
  else if (parent?.uid === member.uid) addProblem(errors, 'parent_uid', 'is the member itself');
  else if (parent?.status === 'terminated') addProblem(errors, 'parent_uid', 'is terminated and gets no new members');
  if (tree === 'sponsor') {
    const needsDistributor = member.kind === 'distributor' && parent && parent.kind !== 'distributor';
    if (needsDistributor) addProblem(errors, 'parent_uid', 'is a customer, and customers sponsor no distributors');
    if (leg !== null) addProblem(errors, 'leg', 'is only for the placement tree');
    return errors;
  }
  if (settings.placement === 'none') addProblem(errors, 'tree', 'the network has no placement tree');
  else if (member.kind !== 'distributor') addProblem(errors, 'tree', 'only distributors are placed');
  else if (parent && !parent.isPlaced) addProblem(errors, 'parent_uid', 'is not placed');
  const legProblem = judgeLeg(leg, parent, settings.width);
  if (legProblem !== undefined) addProblem(errors, 'leg', legProblem);
  return errors;
}

function judgeLeg(leg: number | null, parent: JudgedMove['parent'], width: number): string | undefined {
  if (parent === null) return leg === null ? undefined : 'is only for places below a parent';
  if (leg === null) return 'is required in the placement tree';
  return leg > width ? `must be between 1 and ${width}` : undefined;
}
