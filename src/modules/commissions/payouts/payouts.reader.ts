import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { type AdminList, AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { Database, idIn, Replica } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import type { ExactFirst } from '#common/http/exact-first.js';
import { sorted } from '#common/http/sorting.js';
import { Currency } from '#common/money/currency.js';
import { Payout, PayoutItem, type PayoutStatus } from './payouts.entity.js';
import { toPayoutItemView } from './items/items.dto.js';
import { toPayoutView, type PayoutsQuery, PayoutView, type PayoutWithItemsView } from './payouts.dto.js';
import { UNKNOWN_PAYOUT, WRONG_STATUS } from './payouts.failures.js';

const SHOWN_ITEMS = 100;

/** The payout with exactly this number, then those with it in their number. */
const PAYOUTS_FOUND: ExactFirst = { exact: `p.id = ${idIn(':search')}`, others: ['p.id::text LIKE :pattern'] };

/** What a payout comes to, as it is shown: what was cancelled counts only in what is cancelled as a whole. */
const SUMS = {
  amount: sumOfItems(`(p.status = 'cancelled' OR s.status <> 'cancelled')`),
  pending: sumOfItems(`s.status = 'pending'`),
};

function sumOfItems(which: string): string {
  return `(SELECT sum(s.amount) FROM payout_sums s WHERE s.payout_id = p.id AND ${which})`;
}

/** What is read of a payout that is locked. */
export type LockedPayout = Pick<Payout, 'id' | 'status' | 'fourEyes' | 'createdByUid'>;

/** Reads payouts. See docs/spec/commissions.md#5. */
@Injectable()
export class PayoutsReader {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly lists: AdminLists,
    private readonly currency: Currency,
  ) {}

  /** Payouts, newest first. */
  list(query: PayoutsQuery, reader?: Caller): Promise<ListAnswer<PayoutView>> {
    return this.lists.answer(this.listed(query), reader);
  }

  private listed(query: PayoutsQuery): AdminList<Payout, PayoutView, PayoutsQuery> {
    const payouts = this.db.manager.createQueryBuilder(Payout, 'p');
    const all = sorted(payouts, query.sort ?? '-created_at', { created_at: 'p.id' }, 'p.id');
    const filters = {
      status: 'p.status = :status',
      search: PAYOUTS_FOUND,
      uid: 'EXISTS (SELECT FROM payout_items i WHERE i.payout_id = p.id AND i.uid = :uid)',
    };
    const view = (payout: Payout) => toPayoutView(payout, this.currency.code);
    const file = { name: 'payouts', entityType: 'payout', of: PayoutView };
    const sums = { sums: SUMS, sumsBy: { status: 'p.status' } };
    return { query, all: this.replica.through(all), filters, view, ...sums, file };
  }

  /** @throws AppError NOT_FOUND */
  async assertExists(id: number): Promise<void> {
    if (!(await this.db.manager.existsBy(Payout, { id }))) throw AppError.of(UNKNOWN_PAYOUT);
  }

  /**
   * One payout with the sums of its items by status.
   * @throws AppError NOT_FOUND
   */
  async find(tx: EntityManager, id: number): Promise<PayoutView> {
    const payout = await tx.findOneBy(Payout, { id });
    if (payout === null) throw AppError.of(UNKNOWN_PAYOUT);
    return toPayoutView(payout, this.currency.code);
  }

  /**
   * One payout with its first items.
   * @throws AppError NOT_FOUND
   */
  async show(tx: EntityManager | null, id: number): Promise<PayoutWithItemsView> {
    const manager = tx ?? this.db.manager;
    const view = await this.find(manager, id);
    const items = await manager.find(PayoutItem, { where: { payoutId: id }, order: { uid: 'ASC' }, take: SHOWN_ITEMS });
    return { ...view, items: items.map((item) => toPayoutItemView(item, this.currency.code)) };
  }

  /**
   * A payout that is locked until the transaction ends.
   * @throws AppError NOT_FOUND; CONFLICT in another status than the one needed
   */
  async lock(tx: EntityManager, id: number, needed: PayoutStatus): Promise<LockedPayout> {
    const select = { id: true, status: true, fourEyes: true, createdByUid: true };
    const payout = await tx.findOne(Payout, { select, where: { id }, lock: { mode: 'pessimistic_write' } });
    if (payout === null) throw AppError.of(UNKNOWN_PAYOUT);
    if (payout.status !== needed) throw AppError.of(WRONG_STATUS, { id, status: payout.status, needed });
    return payout;
  }
}
