import { Injectable } from '@nestjs/common';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { Config } from '#common/config/config.js';
import { AppError } from '#common/errors/app-error.js';
import { API_VERSION } from '#common/http/api-version.js';
import { type Counted, Pager, type Page, type PageQuery } from '#common/http/pagination.js';
import { Currency } from '#common/money/currency.js';
import { UsersService } from '#people/users/index.js';
import { NamesBelow } from '#network/live/index.js';
import {
  type Bounds,
  PostedStatements,
  Explaining,
  RunResults,
  type ExplainedView,
  type ExplanationQuery,
} from '../../runs/index.js';
import { ReadAudit } from '../read-audit.js';
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

/** What a member got for posted periods. See docs/spec/commissions.md#5. */
@Injectable()
export class StatementsService {
  constructor(
    private readonly posted: PostedStatements,
    private readonly names: NamesBelow,
    private readonly currency: Currency,
    private readonly pager: Pager,
    private readonly lists: AdminLists,
    private readonly config: Config,
    private readonly audit: ReadAudit,
    private readonly users: UsersService,
  ) {}

  /** The posted periods of the member, the newest first. */
  async list(caller: Caller, query: PageQuery): Promise<Page<PostedPeriodView>> {
    await this.audit.record(caller, 'periods');
    const path = `/${this.config.apiPrefix}/${API_VERSION}/commissions/`;
    const kept = actsForAnother(caller) ? { ...query, uid: caller.actsFor } : query;
    const { rows, count } = await this.periods(caller.actsFor, Pager.bounds(query));
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
  async listOf(query: StatementsOfMemberQuery, reader?: Caller): Promise<ListAnswer<AdminPostedPeriodView>> {
    const { uid, sums } = query;
    await this.users.assertExists(uid);
    const file = { name: 'statements', entityType: 'member', entityId: String(uid), of: AdminPostedPeriodView };
    const read = async (bounds: Bounds) => ({
      ...(await this.periods(uid, bounds)),
      ...(sums === 'true' && { sums: [await this.posted.sums(uid)] }),
    });
    return this.lists.answer({ path: '/admin/api/commission-statements/', query, read, file }, reader);
  }

  /** A part of them. */
  async periods(uid: number, bounds: Bounds): Promise<Counted<AdminPostedPeriodView>> {
    const { rows, count } = await this.posted.list(uid, bounds);
    const views = rows.map((row) => ({ ...toPostedPeriodView(row, this.currency.code), run_id: row.run_id }));
    return { rows: views, count };
  }
}

/** Explains statements to the members whose they are. See docs/spec/commissions.md#4; decision 70. */
@Injectable()
export class ExplainedStatements {
  constructor(
    private readonly posted: PostedStatements,
    private readonly results: RunResults,
    private readonly explaining: Explaining,
    private readonly names: NamesBelow,
    private readonly audit: ReadAudit,
  ) {}

  /**
   * Why the member got what it got for a posted period.
   * @throws AppError NOT_FOUND for a period that is not posted or in which the user was no member, or an unknown order
   */
  async read(caller: Caller, period: string, query: ExplanationQuery): Promise<ExplainedView> {
    const uid = caller.actsFor;
    const statement = await this.posted.find(uid, period);
    if (statement === undefined) throw AppError.notFound('statement');
    const run = await this.results.run(statement.run_id);
    const view = withoutOtherTeams(await this.explaining.explain(run, uid, query));
    await this.audit.record(caller, `${period} explained`);
    return concealed(view, await this.names.of(uid, namedIn(view)));
  }
}

/** Who is shown without a name: a member sees who stands below. */
const SOMEBODY = 'somebody';

/** An explanation in which nothing is said of who bought an order of another team. */
function withoutOtherTeams({ order, ...view }: ExplainedView): ExplainedView {
  if (order?.reason !== 'other_team') return { ...view, order };
  const sentence = 'The order is of another team, so nothing of it goes to this member.';
  return { ...view, order: { ...order, uid: null, username: null, status: null, sentence } };
}

/** All uids beside which a name stands. */
function namedIn(view: ExplainedView): number[] {
  const uids = new Set<number>();
  visit({ ...view, as_source: [] }, (uid) => {
    uids.add(uid);
    return '';
  });
  return [...uids].filter((uid) => uid !== view.uid);
}

/**
 * An explanation as the member sees it: of those above neither names nor figures, and of all others the names of who stands
 * below. See docs/spec/commissions.md#2.
 * @param usernames of those whom the member may see
 */
function concealed(view: ExplainedView, usernames: ReadonlyMap<number, string>): ExplainedView {
  const nameOf = (uid: number): string | undefined => (uid === view.uid ? view.username : usernames.get(uid));
  const named = visit({ ...view, as_source: [] }, nameOf) as ExplainedView;
  return {
    ...named,
    successions: named.successions.map((one) =>
      one.direction === 'given' ? { ...one, uid: null, username: null } : one,
    ),
    as_source: view.as_source.map((source) => ({
      ...source,
      sentence: 'Bonuses on this go to those above.',
      above: source.above.flatMap(({ level }) => (level === null ? [] : [hidden(level)])),
    })),
  };
}

function hidden(level: number): ExplainedView['as_source'][number]['above'][number] {
  return {
    uid: null,
    username: null,
    level,
    percent: null,
    amount: null,
    reason: null,
    sentence: `Somebody above takes level ${level}.`,
  };
}

/** A copy in which each name beside a uid is another; numbers that are written as they are stay so. */
function visit(value: unknown, nameOf: (uid: number) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => visit(one, nameOf));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const given = value as Record<string, unknown>;
  const copy = Object.fromEntries(Object.entries(given).map(([key, one]) => [key, visit(one, nameOf)]));
  if (typeof given.uid === 'number' && 'username' in given) copy.username = nameOf(given.uid) ?? SOMEBODY;
  if (typeof given.source_uid === 'number') copy.source_username = nameOf(given.source_uid) ?? null;
  return copy;
}
