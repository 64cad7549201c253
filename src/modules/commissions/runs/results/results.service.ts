import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { Database, Replica } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { type CsvColumn, DOWNLOADED_ROWS, plainColumn, textColumn } from '#common/http/csv.js';
import type { Counted } from '#common/http/pagination.js';
import { type SumsRow, toSums } from '#common/http/sums.js';
import { parseOwnJson } from '#common/money/exact-json.js';
import { CommissionRun } from '../run.entity.js';
import type { RunFiguresView } from '../runs.dto.js';
import { NO_RESULTS, typesOf, WITH_RESULTS } from '../runs.rules.js';
import {
  type Bound,
  knownMembers,
  lineRanges,
  linesAfter,
  type LineSearch,
  membersAfter,
  pageOfLines,
  pageOfMembers,
  previousRun,
  type ResultPageRow,
  sumOfLines,
  sumOfMembers,
} from './results.queries.js';
import {
  type CommissionLinesQuery,
  type CommissionLineView,
  type CommissionMembersQuery,
  type CommissionMemberView,
  type LineRow,
  type MemberRow,
  toCommissionLineView,
  toCommissionMemberView,
} from './results.dto.js';

/** Of a bonus that the plan does not have. */
const NO_LINES = [0, 0] as const;

type Bounds = Readonly<Record<'limit' | 'offset', number>>;

/** What runs came to: their lines and members. See docs/spec/commissions.md#4. */
@Injectable()
export class RunResults {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly lists: AdminLists,
  ) {}

  /**
   * A run that has results.
   * @param id from the path, or a known one
   * @throws AppError NOT_FOUND for an unknown run, CONFLICT for one without results
   */
  async run(id: number): Promise<CommissionRun> {
    const run = await this.db.manager.findOneBy(CommissionRun, { id });
    if (run === null) throw AppError.notFound('run');
    if (!WITH_RESULTS.includes(run.status)) throw AppError.of(NO_RESULTS, { status: run.status });
    return run;
  }

  /**
   * Lines in the order in which they were calculated.
   * @throws AppError as {@link run}
   */
  async lines(id: number, query: CommissionLinesQuery, reader?: Caller): Promise<ListAnswer<CommissionLineView>> {
    const run = await this.run(id);
    const types = typesOf(run.document);
    const search = await this.searchOfLines(run, query);
    const read = async ({ limit, offset }: Bounds): Promise<Counted<CommissionLineView>> => {
      const { rows, count } = await this.page<LineRow>(pageOfLines(id, search, limit, offset));
      const sums = await this.sums(query, sumOfLines(id, search), 'amount');
      return { rows: rows.map((row) => toCommissionLineView(row, types)), count, sums };
    };
    const file = {
      name: `commission-lines-${run.period}-run`,
      audited: 'commission-lines',
      entityType: 'commission_run',
      entityId: id,
      of: lineColumns(types),
      uidOf: ({ uid }: LineRow) => uid,
      next: (last: LineRow | undefined) =>
        this.batch<LineRow>(id, linesAfter(id, search, last?.number ?? 0, DOWNLOADED_ROWS)),
    };
    return this.lists.answer({ query, read, file }, reader);
  }

  /**
   * Members with their measures. The file is in the order of uids.
   * @throws AppError as {@link run}
   */
  async members(id: number, query: CommissionMembersQuery, reader?: Caller): Promise<ListAnswer<CommissionMemberView>> {
    const run = await this.run(id);
    const previous = await previousRun(this.db.manager, run);
    const runs = { id, previousId: previous?.id ?? null };
    const { sort = '-earned' } = query;
    const read = async (bounds: Bounds): Promise<Counted<CommissionMemberView>> => {
      const known = knownMembers(run.summary as RunFiguresView | null, query);
      const { rows, count } = await this.page<MemberRow>(pageOfMembers(runs, query, sort, bounds, known));
      const sums = await this.sums(query, sumOfMembers(id, query), 'earned');
      return { rows: rows.map(toCommissionMemberView), count, sums };
    };
    const file = {
      name: `commission-members-${run.period}-run`,
      audited: 'commission-members',
      entityType: 'commission_run',
      entityId: id,
      of: memberColumns(typesOf(run.document).keys()),
      uidOf: ({ uid }: SummedMember) => uid,
      next: async (last: SummedMember | undefined) => {
        const rows = await this.batch<MemberRow>(id, membersAfter(runs, query, last?.uid ?? 0, DOWNLOADED_ROWS));
        return rows.map((row) => ({ ...row, sums: parseOwnJson(row.bonuses) as SummedMember['sums'] }));
      },
    };
    return this.lists.answer({ query, read, file }, reader);
  }

  private async searchOfLines(run: CommissionRun, query: CommissionLinesQuery): Promise<LineSearch> {
    const { uid, bonus, source_uid: sourceUid, search } = query;
    const range = bonus === undefined ? undefined : ((await lineRanges(this.db, run)).get(bonus) ?? NO_LINES);
    return { uid, sourceUid, range, search };
  }

  private async page<Row extends { uid: number }>({ sql, values }: Bound): Promise<{ rows: Row[]; count: number }> {
    const rows = await this.replica.query<ResultPageRow<Row>>(sql, [...values]);
    return { rows: rows.filter((row): row is Row & { count: number } => row.uid !== null), count: rows[0]?.count ?? 0 };
  }

  /** What all that match come to, if that is asked for. */
  private async sums(
    query: { sums?: 'true' | 'false' | undefined },
    { sql, values }: Bound,
    column: string,
  ): Promise<object[] | null | undefined> {
    if (query.sums !== 'true') return undefined;
    return toSums(await this.replica.query<SumsRow>(sql, [...values]), [column]);
  }

  /** The next rows of a file. Where there are none the run may have been discarded meanwhile: then the file is not whole. */
  private async batch<Row extends object>(id: number, { sql, values }: Bound): Promise<Row[]> {
    const rows = await this.replica.query<Row>(sql, [...values]);
    if (rows.length === 0) await this.run(id);
    return rows;
  }
}

/** The columns of lines. @param types of lines by their bonus */
function lineColumns(types: ReadonlyMap<string, string>): readonly CsvColumn<LineRow>[] {
  return [
    plainColumn('number', ({ number }) => number),
    plainColumn('uid', ({ uid }) => uid),
    textColumn('username', ({ username }) => username),
    textColumn('bonus', ({ bonus }) => bonus),
    plainColumn('type', ({ bonus }) => types.get(bonus)),
    plainColumn('source_uid', ({ source_uid }) => source_uid),
    textColumn('source_username', ({ source_username }) => source_username),
    plainColumn('level', ({ level }) => level),
    textColumn('rank', ({ rank }) => rank),
    plainColumn('percent', ({ percent }) => plainNumber(percent)),
    plainColumn('base', ({ base }) => plainNumber(base)),
    plainColumn('amount', ({ amount }) => plainNumber(amount)),
    plainColumn('takes_back_run_id', ({ taken_run_id }) => taken_run_id),
    plainColumn('takes_back_period', ({ taken_period }) => taken_period),
    plainColumn('takes_back_number', ({ taken_number }) => taken_number),
    textColumn('takes_back_bonus', ({ taken_bonus }) => taken_bonus),
  ];
}

/** A member whose sums by bonus are read. */
type SummedMember = MemberRow & { readonly sums: Readonly<Record<string, unknown>> };

/** The columns of members, with one for each of the bonuses. */
function memberColumns(bonuses: Iterable<string>): readonly CsvColumn<SummedMember>[] {
  return [
    plainColumn('uid', ({ uid }) => uid),
    textColumn('username', ({ username }) => username),
    textColumn('name', ({ name }) => name),
    plainColumn('kind', ({ kind }) => kind),
    plainColumn('status', ({ status }) => status),
    plainColumn('active', ({ active }) => active),
    plainColumn('sponsor_uid', ({ sponsor_uid }) => sponsor_uid),
    plainColumn('own_volume', ({ own_volume }) => plainNumber(own_volume)),
    plainColumn('personal_volume', ({ personal_volume }) => plainNumber(personal_volume)),
    plainColumn('group_volume', ({ group_volume }) => plainNumber(group_volume)),
    plainColumn('commissionable_volume', ({ commissionable_volume }) => plainNumber(commissionable_volume)),
    textColumn('rank', ({ rank }) => rank),
    textColumn('title_before', ({ title_before }) => title_before),
    textColumn('title_rank', ({ title_rank }) => title_rank),
    plainColumn('earned', ({ earned }) => plainNumber(earned)),
    plainColumn('previous_earned', ({ previous_earned }) => plainNumber(previous_earned)),
    ...[...bonuses].map((bonus) =>
      plainColumn<SummedMember>(`bonuses.${bonus}`, ({ sums }) =>
        Object.hasOwn(sums, bonus) ? JSON.stringify(sums[bonus]) : '0',
      ),
    ),
  ];
}

/** Without zeros at the end. */
function plainNumber(text: string | null): string | null {
  return text?.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
