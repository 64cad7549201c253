import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Conditions, statement, Database, Replica, type Statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { Currency } from '#common/money/currency.js';
import { Payout, type PayoutStatus } from './payouts.entity.js';
import { itemsBehind } from './items/items.queries.js';
import { toPayoutItemView, type ItemRow } from './items/items.dto.js';
import {
  toPayoutView,
  type PayoutsQuery,
  type PayoutView,
  type PayoutWithItemsView,
  type PayoutRow,
} from './payouts.dto.js';
import { UNKNOWN_PAYOUT, WRONG_STATUS } from './payouts.failures.js';

const COLUMNS = `p.id, p.status, p.minimum, p.is_last, p.four_eyes, p.created_at, p.created_by_uid, p.released_at,
  p.released_by_uid, p.cancelled_at, p.cancelled_by_uid`;

/** Names and sums of the payouts `p`. */
const described = (
  payouts: string,
): string => `SELECT ${COLUMNS}, c.username AS created_by, r.username AS released_by, x.username AS cancelled_by, sums.sums
     FROM (${payouts}) AS p
     JOIN users c ON c.uid = p.created_by_uid
     LEFT JOIN users r ON r.uid = p.released_by_uid
     LEFT JOIN users x ON x.uid = p.cancelled_by_uid
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('status', i.status, 'items', i.items, 'amount', i.amount::text)), '[]') AS sums
        FROM (SELECT status, count(*) AS items, sum(amount) AS amount FROM payout_items WHERE payout_id = p.id GROUP BY status) AS i
    ) AS sums`;

/** Payout `$1`. */
const FIND_PAYOUT = statement('payouts.find', described('SELECT * FROM payouts WHERE id = $1'));

/** Filters of the list of payouts. */
interface PayoutsSearch {
  status?: PayoutStatus | undefined;
  /** Only those with an item of this member. */
  uid?: number | undefined;
}

/** The statements of a page of payouts, newest first, and of the number of all; the values of both begin with the filters'. */
function searchPayouts({ status, uid }: PayoutsSearch): {
  page: Statement;
  count: Statement;
  values: readonly unknown[];
} {
  const filters = new Conditions()
    .and('status', (p) => `q.status = ${p}`, status)
    .and('uid', (p) => `EXISTS (SELECT FROM payout_items i WHERE i.payout_id = q.id AND i.uid = ${p})`, uid);
  const at = filters.values.length;
  const page = filters.statement('payouts.list', (where) => {
    const matching = `SELECT * FROM payouts q WHERE ${where} ORDER BY q.id DESC LIMIT $${at + 1} OFFSET $${at + 2}`;
    return `${described(matching)} ORDER BY p.id DESC`;
  });
  const count = filters.statement('payouts.count', (where) => `SELECT count(*) AS count FROM payouts q WHERE ${where}`);
  return { page, count, values: filters.values };
}

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
  async find(tx: EntityManager | null, id: number): Promise<PayoutView> {
    const row = await this.db.queryOne<PayoutRow>(tx, FIND_PAYOUT, [id]);
    if (row === undefined) throw AppError.of(UNKNOWN_PAYOUT);
    return toPayoutView(row, this.currency.code);
  }

  /**
   * One payout with its first items.
   * @param id from the path, or known
   * @throws AppError NOT_FOUND
   */
  async show(tx: EntityManager | null, id: number): Promise<PayoutWithItemsView> {
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
  async lock(tx: EntityManager, id: number, needed: PayoutStatus): Promise<Payout> {
    const where = { id };
    const payout = await tx.findOne(Payout, { where, lock: { mode: 'pessimistic_write' } });
    if (payout === null) throw AppError.of(UNKNOWN_PAYOUT);
    if (payout.status !== needed) throw AppError.of(WRONG_STATUS, { id: payout.id, status: payout.status, needed });
    return payout;
  }
}
