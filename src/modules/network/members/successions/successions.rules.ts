import type { FieldErrors } from '#common/errors/app-error.js';
import { addProblem } from '#common/validation/index.js';
import type { Standing } from '../members.service.js';
import type { SuccessionKind } from './succession.entity.js';

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
  const problem = problemOf(validated);
  if (problem !== undefined) addProblem(errors, SUCCESSOR_FIELD[validated.kind], problem);
  return errors;
}

function problemOf({ kind, member, successor, below }: ValidatedSuccession): string | undefined {
  if (successor === undefined) return 'is not a member of the network';
  if (successor.uid === member.uid) return 'is the member itself';
  if (successor.status === 'terminated') return 'is terminated';
  if (kind === 'hand_over') return below > 0 ? 'has members below; merge the position instead' : undefined;
  const needsDistributor = member.kind === 'distributor' && successor.kind !== 'distributor';
  return needsDistributor ? 'is a customer; hand the position over instead' : undefined;
}
