import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';

export const NOT_CALCULATED = failure(COMMISSIONS.correction_not_calculated, { example: { id: 2, status: 'running' } });
export const OLDER_OPEN = failure(COMMISSIONS.correction_first, { example: { id: 1 } });
export const POSTED_SINCE = failure(COMMISSIONS.posted_since, { example: { period: '2026-10' } });
export const OVER = failure(COMMISSIONS.correction_status, { example: { id: 2, status: 'approved' } });
export const CANNOT_DISCARD = failure(COMMISSIONS.positions_not_restorable, {
  example: { problem: 'the parent is below the member' },
});
export const MOVED_LATER = failure(COMMISSIONS.later_correction, { example: { id: 3 } });
