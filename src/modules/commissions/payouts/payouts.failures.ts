import { notFound } from '#common/errors/failures.js';

export const UNKNOWN_PAYOUT = notFound('payout');
export const NOTHING_PAYABLE = {
  code: 'CONFLICT',
  message: 'nothing is payable: no active distributor who is not on hold has a payable balance of {minimum} or more',
  example: { minimum: '10' },
} as const;
export const BELOW_MINIMUM = {
  code: 'VALIDATION',
  field: 'minimum',
  message: 'must be at least {minimum}, the minimum_payout of the plan',
  example: { minimum: '10' },
} as const;
export const WRONG_STATUS = {
  code: 'CONFLICT',
  message: 'payout {id} is {status}; it must be {needed}',
  example: { id: 12, status: 'cancelled', needed: 'created' },
} as const;
export const NOBODY_LEFT = {
  code: 'CONFLICT',
  message: 'no member in payout {id} can be paid any longer; cancel it',
  example: { id: 12 },
} as const;
export const NO_MEMBER = { code: 'VALIDATION', field: 'uid', message: 'is no member' } as const;
export const NOT_LEFT = {
  code: 'CONFLICT',
  message: 'the member is a distributor in the status {status}; last payouts are for members who have left',
  example: { status: 'active' },
} as const;
export const ON_HOLD = {
  code: 'CONFLICT',
  message: 'the member is on hold: {reason}',
  example: { reason: 'tax' },
} as const;
export const NO_BALANCE = { code: 'CONFLICT', message: 'the balance is not above 0' } as const;
export const PAID_LAST = {
  code: 'CONFLICT',
  message: 'payout {id} is already the last payout of the member; write the balance off',
  example: { id: 12 },
} as const;
export const NO_PAYOUT = { code: 'VALIDATION', field: 'failed_of', message: 'is no payout' } as const;
