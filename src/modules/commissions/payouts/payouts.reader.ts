import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, Replica } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { parseId } from '#common/ids.js';
import { Currency } from '#common/money/currency.js';
import { itemsBehind, type ItemRow } from './items/items.queries.js';
import { toPayoutItemView } from './items/items.view.js';
import { Payout, type PayoutStatus } from './payout.entity.js';
import type { PayoutsQuery } from './payouts.dto.js';
import { UNKNOWN_PAYOUT, WRONG_STATUS } from './payouts.failures.js';
import { FIND_PAYOUT, searchPayouts, type PayoutRow } from './payouts.queries.js';
import { toPayoutView, type PayoutView, type PayoutWithItemsView } from './payouts.view.js';

const PATH = '/admin/api/payouts/';
const SHOWN_ITEMS = 100;

/** Reads payouts. See docs/spec/commissions.md#5. */
@Injectable()
export class PayoutsReader {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly pager: Pager,
    private readonly currency: Currency,
  ) {}

  /** Payouts, newest first. */
  async list(query: PayoutsQuery): Promise<Page<PayoutView>> {
    const { limit, offset } = Pager.bounds(query);
    const { page, count, values } = searchPayouts(query);
    const rows = await this.replica.query<PayoutRow>(page, [...values, limit, offset]);
    const [counted] = await this.replica.query<{ count: number }>(count, [...values]);
    const views = rows.map((row) => toPayoutView(row, this.currency.code));
    return this.pager.page(PATH, query, { rows: views, count: counted!.count });
  }

  /**
   * One payout with the sums of its items by status.
   * @param id from the path, or known
   * @throws AppError NOT_FOUND
   */
  async find(tx: EntityManager | null, id: string | number): Promise<PayoutView> {
    const row = await this.db.queryOne<PayoutRow>(tx, FIND_PAYOUT, [parseId(String(id)) ?? 0]);
    if (row === undefined) throw AppError.of(UNKNOWN_PAYOUT);
    return toPayoutView(row, this.currency.code);
  }

  /**
   * One payout with its first items.
   * @param id from the path, or known
   * @throws AppError NOT_FOUND
   */
  async show(tx: EntityManager | null, id: string | number): Promise<PayoutWithItemsView> {
    const view = await this.find(tx, id);
    const { sql, values } = itemsBehind({ payoutId: view.id });
    const rows = await this.db.query<ItemRow>(tx, sql, [...values, 0, SHOWN_ITEMS]);
    return { ...view, items: rows.map((row) => toPayoutItemView(row, this.currency.code)) };
  }

  /**
   * A payout that is locked until the transaction ends.
   * @param id from the path
   * @throws AppError NOT_FOUND; CONFLICT in another status than the one needed
   */
  async lock(tx: EntityManager, id: string, needed: PayoutStatus): Promise<Payout> {
    const where = { id: parseId(id) ?? 0 };
    const payout = await tx.findOne(Payout, { where, lock: { mode: 'pessimistic_write' } });
    if (payout === null) throw AppError.of(UNKNOWN_PAYOUT);
    if (payout.status !== needed) throw AppError.of(WRONG_STATUS, { id: payout.id, status: payout.status, needed });
    return payout;
  }
}
