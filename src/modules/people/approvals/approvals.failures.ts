import { notFound } from '#common/errors/failures.js';

export const UNKNOWN_APPROVAL = notFound('approval');
export const NOT_WAITING = {
  code: 'CONFLICT',
  message: 'approval {id} is {status}',
  example: { id: 7, status: 'approved' },
} as const;
export const HAS_LAPSED = {
  code: 'CONFLICT',
  message: 'approval {id} has lapsed: {reason}',
  example: { id: 7, reason: 'its subject has changed' },
} as const;
export const WAITS_ALREADY = {
  code: 'CONFLICT',
  message: 'approval {id} waits for another change of the same subject; decide it first',
  example: { id: 7 },
} as const;
export const IS_MAKER = {
  code: 'PERMISSION_DENIED',
  message: 'another person has to approve: you proposed this, or contributed to it',
} as const;
export const IS_CONCERNED = {
  code: 'PERMISSION_DENIED',
  message: 'this is about you: somebody else has to decide',
} as const;
export const NO_RIGHT = {
  code: 'PERMISSION_DENIED',
  message: 'this needs the permission {permission}',
  example: { permission: 'runs.approve' },
} as const;
export const IS_DEPENDENT = {
  code: 'PERMISSION_DENIED',
  message:
    'the user who proposed this created your account, reset it or gave it a role in the last {days} days, perhaps through others',
  example: { days: 7 },
} as const;
export const IS_RELATED = {
  code: 'PERMISSION_DENIED',
  message:
    'the same person could be behind your account and that of the user who proposed this, for {days} days at most; somebody else has to approve',
  example: { days: 7 },
} as const;
export const BUSY = {
  code: 'CONFLICT',
  message: 'the subject of approval {id} is being changed by somebody else; try again',
  example: { id: 7 },
} as const;

/** The errors of an address that approves or proposes an action. */
export const CANNOT_APPROVE = [
  'REAUTHENTICATION_REQUIRED',
  IS_MAKER,
  IS_CONCERNED,
  NO_RIGHT,
  IS_DEPENDENT,
  IS_RELATED,
  WAITS_ALREADY,
  HAS_LAPSED,
] as const;

/** Why a proposal lapses. */
export const LAPSED = {
  maker: 'its maker is no longer allowed to do this',
  changed: 'its subject has changed',
  late: 'nobody decided in time',
  replaced: 'its maker has proposed something else',
} as const;
