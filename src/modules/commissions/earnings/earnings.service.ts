import { Injectable } from '@nestjs/common';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { type AdminList, AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { manyRowsOfUsersFound } from '#people/users/index.js';
import { Database, Replica } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { DOWNLOADED_ROWS } from '#common/http/csv.js';
import { COUNTED_ROWS, type Counted, Pager, type Page } from '#common/http/pagination.js';
import { type SumsRow, toSums } from '#common/http/sums.js';
import { sorted } from '#common/http/sorting.js';
import { Currency } from '#common/money/currency.js';
import { instantOf } from '#common/validation/index.js';
import { Earning } from './earnings.entity.js';
import {
  FIND_BALANCE,
  READ_BALANCE,
  searchBalances,
  sumOfBalances,
  type BalanceFilters,
  type BalanceSort,
  type BalancesSearch,
  type PageRow,
} from './earnings.queries.js';
import {
  toAdminBalanceView,
  toBalanceView,
  toAdminEarningView,
  toEarningView,
  AdminBalanceView,
  type BalanceView,
  type BalancesQuery,
  type EarningsQuery,
  type OwnEarningsQuery,
  AdminEarningView,
  type EarningView,
  type BalanceRow,
} from './earnings.dto.js';

const DEFAULT_SORT = '-balance';

/** Reads the earnings ledger and balances. See docs/spec/commissions.md#5. */
@Injectable()
export class EarningsService {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly lists: AdminLists,
    private readonly audit: AuditLog,
    private readonly currency: Currency,
  ) {}

  /** The caller's own entries, newest first. Reading another's is audited. */
  async own(caller: Caller, query: OwnEarningsQuery): Promise<Page<EarningView>> {
    const uid = caller.actsFor;
    const kept = actsForAnother(caller) ? { ...query, uid } : query;
    const all = newestFirst(this.db.manager).where({ uid });
    const page = await Pager.list(kept, all, { kind: 'e.kind = :kind' }, toEarningView, COUNTED_ROWS);
    await this.recordRead(caller, 'read');
    return page;
  }

  /** The caller's own balance. Reading another's is audited. */
  async ownBalance(caller: Caller): Promise<BalanceView> {
    const row = (await this.db.queryOne<BalanceRow>(null, READ_BALANCE, [caller.actsFor]))!;
    await this.recordRead(caller, 'read-balance');
    return toBalanceView(row, this.currency.code);
  }

  /** Entries of all, newest first; `count` ends where the offset does, whatever is behind. */
  list(query: EarningsQuery, reader?: Caller): Promise<ListAnswer<AdminEarningView>> {
    return this.lists.answer(this.listed(query), reader);
  }

  private listed(query: EarningsQuery): AdminList<Earning, AdminEarningView, EarningsQuery> {
    const { from, to } = query;
    const all = sorted(this.db.manager.createQueryBuilder(Earning, 'e'), query.sort ?? '-at', { at: 'e.at' }, 'e.id');
    if (from !== undefined) all.andWhere('e.at >= :from', { from: instantOf(from) });
    if (to !== undefined) all.andWhere('e.at < :to', { to: instantOf(to) });
    const filters = {
      search: manyRowsOfUsersFound('e.uid'),
      uid: 'e.uid = :uid',
      kind: 'e.kind = :kind',
      period: 'e.period = :period',
      reward: 'e.reward = :reward',
      // Only rewards have an index, in which the key is.
      reward_key: 'e.reward IS NOT NULL AND e.rewardKey = :reward_key',
    };
    const file = {
      name: 'earnings',
      entityType: 'earning',
      of: AdminEarningView,
      uidOf: (row: AdminEarningView) => row.uid,
    };
    return {
      query,
      all: this.replica.through(all),
      filters,
      view: toAdminEarningView,
      most: COUNTED_ROWS,
      sums: { amount: 'e.amount' },
      sumsBy: { kind: 'e.kind' },
      file,
    };
  }

  /** Members with entries, and their balances; `count` ends where the offset does. The file is by uid. */
  balances(query: BalancesQuery, reader?: Caller): Promise<ListAnswer<AdminBalanceView>> {
    const { sort = DEFAULT_SORT } = query;
    const isDescending = sort.startsWith('-');
    const order = { sort: (isDescending ? sort.slice(1) : sort) as BalanceSort, isDescending };
    const file = {
      name: 'balances',
      entityType: 'earning',
      of: AdminBalanceView,
      uidOf: ({ uid }: AdminBalanceView) => uid,
      next: async (last: AdminBalanceView | undefined) => {
        const byUid = { sort: 'uid', isDescending: false, behind: last?.uid ?? 0 } as const;
        return (await this.foundBalances(query, byUid, { limit: DOWNLOADED_ROWS, offset: 0 })).rows;
      },
    };
    const read = async (bounds: { limit: number; offset: number }): Promise<Counted<AdminBalanceView>> => ({
      ...(await this.foundBalances(query, order, bounds)),
      sums: await this.balanceSums(query),
    });
    return this.lists.answer({ query, read, file }, reader);
  }

  private async balanceSums(query: BalancesQuery): Promise<object[] | null | undefined> {
    if (query.sums !== 'true') return undefined;
    const { sql, values } = sumOfBalances(filtersOf(query));
    return toSums(await this.replica.query<SumsRow>(sql, [...values]), ['balance', 'payable']);
  }

  private async foundBalances(
    query: BalancesQuery,
    order: Pick<BalancesSearch, 'sort' | 'isDescending' | 'behind'>,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<Counted<AdminBalanceView>> {
    const { sql, values } = searchBalances({ ...filtersOf(query), ...order });
    const rows = await this.replica.query<PageRow<BalanceRow>>(sql, [...values, limit, offset]);
    const found = rows.filter((row): row is { count: number } & BalanceRow => row.uid !== null);
    return { rows: found.map((row) => toAdminBalanceView(row, this.currency.code)), count: rows[0]?.count ?? 0 };
  }

  /**
   * A member's balance.
   * @throws AppError NOT_FOUND for who is no member
   */
  async balance(uid: number): Promise<AdminBalanceView> {
    const row = await this.db.queryOne<BalanceRow>(null, FIND_BALANCE, [uid]);
    if (row === undefined) throw AppError.notFound('member');
    return toAdminBalanceView(row, this.currency.code);
  }

  private recordRead(caller: Caller, what: string): Promise<void> {
    const act = { action: `earnings.${what}`, entityType: 'member', entityId: caller.actsFor };
    return this.audit.recordRead(caller, act);
  }
}

function filtersOf({ kind, status, least, on_hold, search }: BalancesQuery): BalanceFilters {
  const isOnHold = on_hold === undefined ? undefined : on_hold === 'true';
  return { kind, status, least, isOnHold, search: search || undefined };
}

const newestFirst = (tx: EntityManager): SelectQueryBuilder<Earning> =>
  tx.createQueryBuilder(Earning, 'e').orderBy('e.at', 'DESC').addOrderBy('e.id', 'DESC');
