import { failure, notFound } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';

export const UNKNOWN_APPROVAL = notFound('approval');
export const NOT_WAITING = failure(PEOPLE.approval_decided, { example: { id: 7, status: 'approved' } });
export const HAS_LAPSED = failure(PEOPLE.approval_lapsed, { example: { id: 7, reason: 'its subject has changed' } });
export const WAITS_ALREADY = failure(PEOPLE.approval_waits, { example: { id: 7 } });
export const TOO_MANY_WAIT = failure(PEOPLE.too_many_approvals_wait, { example: { max: 1000 } });
export const IS_MAKER = failure(PEOPLE.own_proposal);
export const IS_CONCERNED = failure(PEOPLE.about_you);
export const NO_RIGHT = {
  code: 'PERMISSION_DENIED',
  message: 'this needs the permission {permission}',
  example: { permission: 'runs.approve' },
} as const;
export const IS_DEPENDENT = failure(PEOPLE.account_from_maker, { example: { days: 7 } });
export const IS_RELATED = failure(PEOPLE.accounts_depend, { example: { days: 7 } });
export const BUSY = failure(PEOPLE.approval_busy, { example: { id: 7 } });

/** The errors of an address that approves or proposes an action. */
export const CANNOT_APPROVE = [
  'REAUTHENTICATION_REQUIRED',
  IS_MAKER,
  IS_CONCERNED,
  NO_RIGHT,
  IS_DEPENDENT,
  IS_RELATED,
  WAITS_ALREADY,
  TOO_MANY_WAIT,
  HAS_LAPSED,
] as const;

/** Why a proposal lapses. */
export const LAPSED = {
  maker: 'its maker is no longer allowed to do this',
  changed: 'its subject has changed',
  late: 'nobody decided in time',
  replaced: 'its maker has proposed something else',
} as const;
