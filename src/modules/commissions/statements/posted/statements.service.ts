import { Injectable } from '@nestjs/common';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { Config } from '#common/config/config.js';
import { AppError } from '#common/errors/app-error.js';
import { API_VERSION } from '#common/http/api-version.js';
import { Pager, type Page, type PageQuery } from '#common/http/pagination.js';
import { Currency } from '#common/money/currency.js';
import { UsersService } from '#people/users/index.js';
import { NamesBelow } from '#network/live/index.js';
import { PostedStatements } from '../../runs/index.js';
import { ReadAudit } from '../read-audit.js';
import {
  MOST_LINES,
  toPostedPeriodView,
  toStatementView,
  type StatementQuery,
  type AdminPostedPeriodView,
  type PostedPeriodView,
  type StatementView,
} from './statements.dto.js';

/** What a member got for posted periods. See docs/spec/commissions.md#5. */
@Injectable()
export class StatementsService {
  constructor(
    private readonly posted: PostedStatements,
    private readonly names: NamesBelow,
    private readonly currency: Currency,
    private readonly pager: Pager,
    private readonly config: Config,
    private readonly audit: ReadAudit,
    private readonly users: UsersService,
  ) {}

  /** The posted periods of the member, the newest first. */
  async list(caller: Caller, query: PageQuery): Promise<Page<PostedPeriodView>> {
    await this.audit.record(caller, 'periods');
    const path = `/${this.config.apiPrefix}/${API_VERSION}/commissions/`;
    const kept = actsForAnother(caller) ? { ...query, uid: caller.actsFor } : query;
    const { rows, count } = await this.periods(caller.actsFor, query);
    return this.pager.page(path, kept, { rows: rows.map(({ run_id: _, ...view }) => view), count });
  }

  /**
   * The member's statement of a period.
   * @throws AppError NOT_FOUND for a period that is not posted, or in which the user was no member
   */
  async read(caller: Caller, period: string, query: StatementQuery): Promise<StatementView> {
    const found = await this.readOf(caller.actsFor, period, query);
    await this.audit.record(caller, period);
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
    const lines = await this.posted.lines(row.run_id, uid, { limit, offset });
    const sources = lines.rows.flatMap(({ source_uid }) => source_uid ?? []);
    return toStatementView(row, this.currency.code, lines, await this.names.of(uid, sources));
  }

  /**
   * The posted periods of a member, for the admin module.
   * @throws AppError NOT_FOUND for an unknown user
   */
  async listOf(uid: number, query: PageQuery): Promise<Page<AdminPostedPeriodView>> {
    await this.users.assertExists(uid);
    return this.pager.page('/admin/api/commission-statements/', query, await this.periods(uid, query));
  }

  private async periods(uid: number, query: PageQuery): Promise<{ rows: AdminPostedPeriodView[]; count: number }> {
    const { rows, count } = await this.posted.list(uid, Pager.bounds(query));
    const views = rows.map((row) => ({ ...toPostedPeriodView(row, this.currency.code), run_id: row.run_id }));
    return { rows: views, count };
  }
}
