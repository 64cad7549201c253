import { Body, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { ACCEPT_LANGUAGE_HEADER, LanguagesParam } from '#common/languages.js';
import {
  ApprovalForecastQuery,
  ApprovalForecastView,
  ApprovalIdParam,
  ApprovalsQuery,
  ApprovalView,
  RefuseApprovalDto,
} from './approvals.dto.js';
import {
  BUSY,
  HAS_LAPSED,
  IS_DEPENDENT,
  IS_MAKER,
  IS_RELATED,
  NO_RIGHT,
  NOT_WAITING,
  UNKNOWN_APPROVAL,
} from './approvals.failures.js';
import { ApprovalsReader } from './approvals.reader.js';
import { Deciding } from './deciding.service.js';

/** Approvals in the admin module. See docs/spec/service.md#11. */
@AdminController(
  'approvals',
  {
    name: 'Admin: approvals',
    order: 165,
    description: 'What needs a second person: proposals that wait for an approval, and decided ones.',
  },
  { read: 'approvals.read', write: 'approvals.decide' },
)
export class AdminApprovalsController {
  constructor(
    private readonly approvals: ApprovalsReader,
    private readonly deciding: Deciding,
  ) {}

  @Endpoint('GET', {
    id: 'adminListApprovals',
    summary: 'List approvals',
    description:
      'Newest first: proposals that wait, were decided or have lapsed, and actions that were done without approval. `search` is part of the summary, in English or German, or of the username of who made it.',
    answer: ApprovalView,
    paged: true,
    csv: true,
    header: ACCEPT_LANGUAGE_HEADER,
  })
  list(
    @CallerParam() caller: Caller,
    @Query() query: ApprovalsQuery,
    @LanguagesParam() languages: string[],
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<ApprovalView>> {
    return this.approvals.list(caller, query, languages, reader);
  }

  @Endpoint('GET forecast', {
    id: 'adminForecastApproval',
    summary: 'Ask whether an action needs a second person',
    description:
      'For approving a run or a correction, releasing a payout, publishing a plan, adjusting or writing off a balance, taking back a reward, taking roles from a user or deactivating them, letting an application have self-service, and changing settings. Call it before the action; it changes nothing. 409 if its subject is in a state that does not allow the action, or another person’s proposal for a different change of it is waiting.',
    answer: ApprovalForecastView,
    failures: ['NOT_FOUND', 'CONFLICT'],
  })
  forecast(@CallerParam() caller: Caller, @Query() query: ApprovalForecastQuery): Promise<ApprovalForecastView> {
    return this.deciding.forecast(caller, query);
  }

  @Endpoint('GET :id', {
    id: 'adminGetApproval',
    summary: 'Read an approval',
    description: 'What is to be done, which members and amounts it affects, and who can approve it.',
    answer: ApprovalView,
    header: ACCEPT_LANGUAGE_HEADER,
    failures: [UNKNOWN_APPROVAL],
  })
  read(
    @CallerParam() caller: Caller,
    @ApprovalIdParam() id: number,
    @LanguagesParam() languages: string[],
  ): Promise<ApprovalView> {
    return this.approvals.read(caller, id, languages);
  }

  @Endpoint('POST :id/approve', {
    id: 'adminApprove',
    confirmed: true,
    summary: 'Approve what waits',
    description:
      'The action is carried out with this request. 409 if its subject has changed since: then the proposal lapses. Errors of the action itself are those of its own endpoint.',
    answer: ApprovalView,
    failures: [UNKNOWN_APPROVAL, IS_MAKER, NO_RIGHT, IS_DEPENDENT, IS_RELATED, NOT_WAITING, HAS_LAPSED, BUSY],
  })
  approve(@CallerParam() caller: Caller, @ApprovalIdParam() id: number): Promise<ApprovalView> {
    return this.deciding.approve(caller, id);
  }

  @Endpoint('POST :id/refuse', {
    id: 'adminRefuse',
    summary: 'Refuse what waits',
    description: 'Nothing is done. The maker of a proposal withdraws it in this way.',
    answer: ApprovalView,
    failures: [UNKNOWN_APPROVAL, NO_RIGHT, NOT_WAITING],
  })
  refuse(
    @CallerParam() caller: Caller,
    @ApprovalIdParam() id: number,
    @Body() dto: RefuseApprovalDto,
  ): Promise<ApprovalView> {
    return this.deciding.refuse(caller, id, dto.reason);
  }
}
