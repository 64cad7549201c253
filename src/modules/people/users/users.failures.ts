export const IS_TAKEN = { code: 'VALIDATION', field: 'username', message: 'is already taken' } as const;

/** The error of the default policy. */
export const NO_SPONSOR = {
  code: 'VALIDATION',
  field: 'sponsor',
  message: 'is not the username of an active member',
} as const;

/** The error for a place below nobody. */
export const NO_PARENT = {
  code: 'VALIDATION',
  field: 'placement',
  message: 'is not the username of a member',
} as const;

/** The error of touching a role that can do more than the caller. */
export const NO_HIGHER_ROLE = {
  code: 'PERMISSION_DENIED',
  message: 'the role {role} has permissions that you do not have',
  example: { role: 'super_admin' },
} as const;

/** The error of setting another admin's password. */
export const NO_PASSWORD = {
  code: 'PERMISSION_DENIED',
  message: 'users of the admin module set their passwords themselves: make a link (password-reset)',
} as const;

export const ONESELF = {
  code: 'CONFLICT',
  message: 'super admins cannot take the role from themselves or deactivate themselves',
} as const;

/** A proposal is shown to all who read approvals, and outlives the person. */
export const WAITS_WITHOUT_FIELDS = {
  code: 'VALIDATION',
  field: 'custom_fields',
  message: 'cannot be sent together with a change that needs a second person',
} as const;

export const WRONG_PASSWORD = { code: 'VALIDATION', field: 'current_password', message: 'is wrong' } as const;

export const NO_LINK = { code: 'CONFLICT', message: 'the user is inactive: activate them first' } as const;

export const IS_ERASED = {
  code: 'CONFLICT',
  message: 'the user has erased themselves: nothing can be changed',
} as const;

export const NO_RESET = {
  code: 'VALIDATION',
  field: 'token',
  message: 'is expired, used or not valid; ask for a new link',
} as const;
