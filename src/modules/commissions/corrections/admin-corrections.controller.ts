import { Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { type ListAnswer, ListQuery } from '#common/audit/admin-lists.js';
import { notFound } from '#common/errors/failures.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { CANNOT_APPROVE } from '#people/approvals/index.js';
import { CorrectionApproval } from './correction-approval.action.js';
import {
  CorrectionsQuery,
  ApprovedCorrectionView,
  CorrectedMemberView,
  CorrectionView,
  ListedCorrectionView,
  CorrectionIdParam,
} from './corrections.dto.js';
import { CANNOT_DISCARD, MOVED_LATER, NOT_CALCULATED, OLDER_OPEN, OVER, POSTED_SINCE } from './corrections.failures.js';
import { CorrectionsService } from './corrections.service.js';
import { CorrectionsReader } from './corrections.reader.js';

const UNKNOWN = notFound('correction');

/** Corrections in the admin module. See docs/spec/commissions.md#2. */
@AdminController(
  'commission-corrections',
  {
    name: 'Admin: commission corrections',
    order: 189,
    description: 'Posted periods that are calculated again, because a member was moved as of an instant in the past.',
  },
  { read: 'corrections.read', write: 'corrections.write' },
)
export class AdminCorrectionsController {
  constructor(
    private readonly reader: CorrectionsReader,
    private readonly corrections: CorrectionsService,
    private readonly approval: CorrectionApproval,
  ) {}

  @Endpoint('GET', {
    id: 'adminListCorrections',
    summary: 'List corrections of posted periods',
    description:
      'Newest first. `search` is the uid or part of the username, name or e-mail address of a member who was moved, or part of the reason.',
    answer: ListedCorrectionView,
    paged: true,
    csv: true,
  })
  list(@Query() query: CorrectionsQuery, @FileFor() reader?: Caller): Promise<ListAnswer<ListedCorrectionView>> {
    return this.reader.list(query, reader);
  }

  @Endpoint('GET :id', {
    id: 'adminGetCorrection',
    summary: 'Read a correction',
    description: 'The move, and each posted period with its results before and with the move.',
    answer: CorrectionView,
    failures: [UNKNOWN],
  })
  read(@CorrectionIdParam() id: number): Promise<CorrectionView> {
    return this.reader.read(id);
  }

  @Endpoint('GET :id/members', {
    id: 'adminListCorrectedMembers',
    summary: 'List members whose earnings a correction changes',
    description: 'By period, the greatest differences first: what each member earned, and what they earn now.',
    answer: CorrectedMemberView,
    paged: true,
    csv: true,
    failures: [UNKNOWN],
  })
  members(
    @CorrectionIdParam() id: number,
    @Query() query: ListQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<CorrectedMemberView>> {
    return this.reader.members(id, query, reader);
  }

  @Endpoint('POST :id/approve', {
    id: 'adminApproveCorrection',
    permission: 'corrections.approve',
    confirmed: true,
    summary: 'Approve a correction',
    description:
      'Posts the differences as adjustments of the open period, with the period and the reason. If it needs a second person, a user who made one of the moves in it only proposes it, and another user approves it, here or at `approvals/`. It always does if the plan had `four_eyes`. Corrections are approved in their order.',
    answer: ApprovedCorrectionView,
    failures: [UNKNOWN, NOT_CALCULATED, OLDER_OPEN, POSTED_SINCE, ...CANNOT_APPROVE],
  })
  approve(@CallerParam() caller: Caller, @CorrectionIdParam() id: number): Promise<ApprovedCorrectionView> {
    return this.approval.approve(caller, id);
  }

  @Endpoint('POST :id/recalculate', {
    id: 'adminRecalculateCorrection',
    summary: 'Calculate missing periods of a correction',
    description: 'Periods that have been posted since it was calculated, and those that failed.',
    answer: CorrectionView,
    failures: [UNKNOWN, OVER],
  })
  recalculate(@CallerParam() caller: Caller, @CorrectionIdParam() id: number): Promise<CorrectionView> {
    return this.corrections.recalculate(caller, id);
  }

  @Endpoint('POST :id/discard', {
    id: 'adminDiscardCorrection',
    summary: 'Discard a correction',
    description:
      'Nothing is posted. The move stays, but takes effect only from the end of the last posted period, so that no later correction brings its effect back; open corrections that came after it are calculated again.',
    answer: CorrectionView,
    failures: [UNKNOWN, OVER, MOVED_LATER, CANNOT_DISCARD],
  })
  discard(@CallerParam() caller: Caller, @CorrectionIdParam() id: number): Promise<CorrectionView> {
    return this.corrections.discard(caller, id);
  }
}
