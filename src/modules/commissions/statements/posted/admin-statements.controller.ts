import { Query } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { notFound } from '#common/errors/failures.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { ProgressView } from '../progress/progress.dto.js';
import { ProgressService } from '../progress/progress.service.js';
import {
  MemberQuery,
  StatementOfMemberQuery,
  StatementsOfMemberQuery,
  AdminPostedPeriodView,
  StatementSumsView,
  StatementView,
  PeriodParam,
} from './statements.dto.js';
import { StatementsService } from './statements.service.js';

/** Statements of members in the admin module, as the members themselves see them. */
@AdminController('commission-statements', 'Admin: commission runs', 'statements.read')
export class AdminStatementsController {
  constructor(
    private readonly statements: StatementsService,
    private readonly progress: ProgressService,
  ) {}

  @Endpoint('GET', {
    id: 'adminListStatements',
    summary: 'List posted periods of a member',
    description: 'Newest first, with sums: the posted periods in which the user was a member.',
    answer: AdminPostedPeriodView,
    paged: true,
    sums: StatementSumsView,
    csv: true,
    failures: [notFound('user')],
  })
  list(
    @Query() query: StatementsOfMemberQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<AdminPostedPeriodView>> {
    return this.statements.listOf(query, reader);
  }

  @Endpoint('GET progress', {
    id: 'adminGetProgress',
    summary: 'Read a member’s progress in the open period',
    description:
      'As the member sees it, now: measures, whether the member is active, the paid-as rank, and what is missing for the next rank. `estimated` is from the newest preview.',
    answer: ProgressView,
    failures: [notFound('member')],
  })
  progressOf(@Query() { uid }: MemberQuery): Promise<ProgressView> {
    return this.progress.of(uid);
  }

  @Endpoint('GET :period', {
    id: 'adminGetStatement',
    summary: 'Read a statement of a member',
    description:
      'As the member sees it, line by line. `commission-runs/:id/explain/` says why. 404 for a period that is not posted.',
    answer: StatementView,
    failures: [notFound('statement')],
  })
  read(@PeriodParam() period: string, @Query() query: StatementOfMemberQuery): Promise<StatementView> {
    return this.statements.readOf(query.uid, period, query);
  }
}
