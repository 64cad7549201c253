import { failure, notFound } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { NETWORK } from '#network/network.messages.js';

export const UNKNOWN_PAYOUT = notFound('payout');
export const NOTHING_PAYABLE = failure(COMMISSIONS.nothing_payable, { example: { minimum: '10' } });
export const OTHER_AMOUNT = failure(COMMISSIONS.payout_amount_changed, {
  field: 'expected_amount',
  example: { now: '1250.5', then: '1200' },
});
export const BELOW_MINIMUM = failure(COMMISSIONS.below_minimum, { field: 'minimum', example: { minimum: '10' } });
export const WRONG_STATUS = failure(COMMISSIONS.payout_status, {
  example: { id: 12, status: 'cancelled', needed: 'created' },
});
export const NOBODY_LEFT = failure(COMMISSIONS.nobody_to_pay, { example: { id: 12 } });
export const NO_MEMBER = failure(NETWORK.no_member, { field: 'uid' });
export const NOT_LEFT = failure(COMMISSIONS.member_not_left, { example: { status: 'active' } });
export const ON_HOLD = failure(COMMISSIONS.member_on_hold, { example: { reason: 'tax' } });
export const NO_BALANCE = failure(COMMISSIONS.no_balance);
export const PAID_LAST = failure(COMMISSIONS.paid_last, { example: { id: 12 } });
export const NO_PAYOUT = failure(COMMISSIONS.no_payout, { field: 'failed_of' });
