import { Injectable } from '@nestjs/common';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { AppError } from '#common/errors/app-error.js';
import { type Counted, Pager, Page, type PageQuery } from '#common/http/pagination.js';
import { Currency } from '#common/money/currency.js';
import { UsersService } from '#people/users/index.js';
import { NamesBelow } from '#network/live/index.js';
import { EarningsLedger } from '../../earnings/index.js';
import { type Bounds, PostedStatements } from '../../runs/index.js';
import {
  MOST_LINES,
  toPostedPeriodView,
  toStatementView,
  type StatementQuery,
  AdminPostedPeriodView,
  type PostedPeriodView,
  type StatementsOfMemberQuery,
  type StatementView,
} from './statements.dto.js';

/** What the audit log says of reads. */
export const AUDITED_READ = { action: 'commissions.read', entityType: 'commissions' };

/** What a member got for posted periods. See docs/spec/commissions.md#5. */
@Injectable()
export class StatementsService {
  constructor(
    private readonly posted: PostedStatements,
    private readonly earnings: EarningsLedger,
    private readonly names: NamesBelow,
    private readonly currency: Currency,
    private readonly lists: AdminLists,
    private readonly audit: AuditLog,
    private readonly users: UsersService,
  ) {}

  /** The posted periods of the member, the newest first. */
  async list(caller: Caller, query: PageQuery): Promise<Page<PostedPeriodView>> {
    const kept = actsForAnother(caller) ? { ...query, uid: caller.actsFor } : query;
    const { rows, count } = await this.periods(caller.actsFor, Pager.bounds(query));
    await this.audit.recordRead(caller, { ...AUDITED_READ, entityId: 'periods' });
    return new Page(kept, { rows: rows.map(({ run_id: _, ...view }) => view), count });
  }

  /**
   * The member's statement of a period.
   * @throws AppError NOT_FOUND for a period that is not posted, or in which the user was no member
   */
  async read(caller: Caller, period: string, query: StatementQuery): Promise<StatementView> {
    const found = await this.readOf(caller.actsFor, period, query);
    await this.audit.recordRead(caller, { ...AUDITED_READ, entityId: period });
    return found;
  }

  /**
   * A member's statement of a period, with the names that the member sees.
   * @throws AppError NOT_FOUND for a period that is not posted, or in which the user was no member
   */
  async readOf(uid: number, period: string, query: StatementQuery): Promise<StatementView> {
    const { limit = MOST_LINES, offset = 0 } = query;
    const row = await this.posted.find(uid, period);
    if (row === undefined) throw AppError.notFound('statement');
    const [lines, corrections] = await Promise.all([
      this.posted.lines(row.run_id, uid, { limit, offset }),
      this.earnings.corrections(uid, period),
    ]);
    const sources = lines.rows.flatMap(({ source_uid }) => source_uid ?? []);
    const usernames = await this.names.of(uid, sources);
    return toStatementView(row, { currencyCode: this.currency.code, lines, usernames, corrections });
  }

  /**
   * The posted periods of a member, for the admin module.
   * @throws AppError NOT_FOUND for an unknown user
   */
  async listOf(query: StatementsOfMemberQuery, reader?: Caller): Promise<ListAnswer<AdminPostedPeriodView>> {
    const { uid, sums } = query;
    await this.users.assertExists(uid);
    const file = { name: 'statements', entityType: 'member', entityId: String(uid), of: AdminPostedPeriodView };
    const read = async (bounds: Bounds) => ({
      ...(await this.periods(uid, bounds)),
      ...(sums === 'true' && { sums: [await this.posted.sums(uid)] }),
    });
    return this.lists.answer({ query, read, file }, reader);
  }

  /** A part of them. */
  async periods(uid: number, bounds: Bounds): Promise<Counted<AdminPostedPeriodView>> {
    const { rows, count } = await this.posted.list(uid, bounds);
    const views = rows.map((row) => ({ ...toPostedPeriodView(row, this.currency.code), run_id: row.run_id }));
    return { rows: views, count };
  }
}
