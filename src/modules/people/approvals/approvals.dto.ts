import { PageQuery } from '#common/http/pagination.js';
import { ChoiceField, TextField } from '#common/validation/index.js';
import { APPROVAL_STATUSES, type ApprovalStatus } from './approval.entity.js';

/** Filters of the list of approvals. */
export class ApprovalsQuery extends PageQuery {
  @ChoiceField(APPROVAL_STATUSES, { optional: true, description: 'only those with this status', example: 'waiting' })
  status?: ApprovalStatus;

  @TextField({ optional: true, max: 40, description: 'only those of this kind', example: 'run.approve' })
  kind?: string;

  @ChoiceField(['true', 'false'], { optional: true, description: 'true: only what the caller can approve' })
  for_me?: 'true' | 'false';
}

/** Body of `POST approvals/:id/refuse`. */
export class RefuseApprovalDto {
  @TextField({ max: 500, multiline: true, description: 'the maker reads it', example: 'The amount is too high' })
  reason!: string;
}
