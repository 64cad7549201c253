import { failure } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';

export const IS_TAKEN = failure(PEOPLE.already_taken, { field: 'username' });

/** The error of the default policy. */
export const NO_SPONSOR = failure(PEOPLE.not_an_active_members_username, { field: 'sponsor' });

/** The error for a place below nobody. */
export const NO_PARENT = failure(PEOPLE.not_a_members_username, { field: 'placement' });

/** The error of touching a role that can do more than the caller. */
export const NO_HIGHER_ROLE = failure(PEOPLE.role_above_own, { example: { role: 'super_admin' } });

/** The error of setting another admin's password. */
export const NO_PASSWORD = {
  code: 'PERMISSION_DENIED',
  message: 'users of the admin module set their passwords themselves: make a link (password-reset)',
} as const;

export const ONESELF = failure(PEOPLE.own_super_admin);

/** A proposal is shown to all who read approvals, and outlives the person. */
export const WAITS_WITHOUT_FIELDS = failure(PEOPLE.not_with_approval, { field: 'custom_fields' });

export const WRONG_PASSWORD = failure(PEOPLE.wrong_password, { field: 'current_password' });

export const NO_LINK = failure(PEOPLE.user_inactive);

export const IS_ERASED = failure(PEOPLE.user_erased);

export const NO_RESET = failure(PEOPLE.link_expired, { field: 'token' });
