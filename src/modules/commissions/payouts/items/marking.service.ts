import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { failure, notFound } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { Currency } from '#common/money/currency.js';
import { accept, addProblem } from '#common/validation/index.js';
import { EarningsLedger, GIVE_BACK } from '../../earnings/index.js';
import { PayoutItem } from '../payouts.entity.js';
import { PayoutsReader } from '../payouts.reader.js';
import { toPayoutItemView, type MarkItemsDto, type MarkedView, type PayoutItemView } from './items.dto.js';
import { validateMarks, outcomeOf, toMarking, type Marking } from './items.rules.js';

export const UNKNOWN_ITEM = notFound('item');
export const MARKED_OTHERWISE = failure(COMMISSIONS.item_status, { example: { id: 101, status: 'paid' } });
const NOT_IN_PAYOUT = 'is not in this payout';

/**
 * Marks the pending ones of the items `$1` as `$2`, with references `$3` or reasons `$4`, and gives back what has failed; `$5`
 * who does it. Their payout must be locked, and the ledger held.
 */
const MARK_ITEMS = statement(
  'payouts.mark-items',
  `WITH marked AS (
     UPDATE payout_items i
        SET status = m.status, reference = m.reference, reason = m.reason, settled_at = statement_timestamp(), settled_by_uid = $5
       FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS m (id, status, reference, reason)
      WHERE i.id = m.id AND i.status = 'pending'
     RETURNING i.payout_id, i.uid, i.amount, i.status, i.reason
   ), given AS (
     SELECT payout_id, uid, amount, reason, $5::bigint AS by_uid FROM marked WHERE status = 'failed'
   ), entries AS (
     ${GIVE_BACK}
   )
   SELECT count(*) AS marked FROM marked`,
);

/** Marks items of released payouts as paid or failed. See docs/spec/commissions.md#5. */
@Injectable()
export class ItemMarking {
  constructor(
    private readonly db: Database,
    private readonly ledger: EarningsLedger,
    private readonly payouts: PayoutsReader,
    private readonly audit: AuditLog,
    private readonly currency: Currency,
  ) {}

  /**
   * Marks one item; audited. The same again changes nothing; what has failed gives its amount back.
   * @throws AppError NOT_FOUND; CONFLICT for a payout that is not released, and an item that is marked otherwise
   */
  async markOne(caller: Caller, payoutId: number, id: number, wanted: Omit<Marking, 'id'>): Promise<PayoutItemView> {
    return this.db.transaction(async (tx) => {
      await this.payouts.lock(tx, payoutId, 'released');
      const before = await tx.findOneBy(PayoutItem, { id, payoutId });
      if (before === null) throw AppError.of(UNKNOWN_ITEM);
      const marked = await this.mark(tx, caller, [before], [{ ...wanted, id }]);
      const after = await tx.findOneByOrFail(PayoutItem, { id });
      const view = toPayoutItemView(after, this.currency.code);
      if (marked === 0) return view;
      const act = { action: `payout.mark-${wanted.status}`, entityType: 'payout', entityId: payoutId };
      await this.audit.record(tx, { ...caller, actsFor: view.uid }, { ...act, after: view });
      return view;
    });
  }

  /**
   * Marks many items, or none if anything is wrong with one of them; audited.
   * @throws AppError NOT_FOUND; VALIDATION on items that are repeated or not in the payout; CONFLICT for a payout that is not
   * released, and an item that is marked otherwise
   */
  async markAll(caller: Caller, payoutId: number, dto: MarkItemsDto): Promise<MarkedView> {
    return this.db.transaction(async (tx) => {
      await this.payouts.lock(tx, payoutId, 'released');
      const marks = dto.items.map(toMarking);
      // By their ids alone: the planner may not have heard yet how many a new payout has.
      const found = await tx.findBy(PayoutItem, { id: In(marks.map(({ id }) => id)) });
      const items = found.filter((item) => item.payoutId === payoutId);
      const known = new Set(items.map(({ id }) => id));
      const errors: FieldErrors = {};
      for (const [index, field, problem] of validateMarks(dto.items))
        addProblem(errors, 'items', problem, `items[${index}].${field}`);
      for (const [index, { id }] of marks.entries())
        if (!known.has(id)) addProblem(errors, 'items', NOT_IN_PAYOUT, `items[${index}].id`);
      accept({ dto, errors });
      const marked = await this.mark(tx, caller, items, marks);
      const pending = await tx.countBy(PayoutItem, { payoutId, status: 'pending' });
      const view = { marked, unchanged: marks.length - marked, pending };
      if (marked === 0) return view;
      const act = { action: 'payout.mark', entityType: 'payout', entityId: payoutId };
      await this.audit.record(tx, caller, { ...act, after: view });
      return view;
    });
  }

  /** Marks those that are pending; gives how many. Their payout must be locked. */
  private async mark(
    tx: EntityManager,
    caller: Caller,
    items: readonly PayoutItem[],
    marks: readonly Marking[],
  ): Promise<number> {
    const byId = new Map(items.map((item) => [item.id, item]));
    const outcomes = marks.map((wanted) => ({ wanted, outcome: outcomeOf(byId.get(wanted.id)!, wanted) }));
    const conflict = outcomes.find(({ outcome }) => outcome === 'conflict')?.wanted.id;
    if (conflict !== undefined)
      throw AppError.of(MARKED_OTHERWISE, { id: conflict, status: byId.get(conflict)!.status });
    const fresh = outcomes.filter(({ outcome }) => outcome === 'marked').map(({ wanted }) => wanted);
    return this.write(tx, caller, fresh);
  }

  /**
   * Marks pending items, and gives back what has failed; gives how many. Their payout must be locked, which has to be released.
   * @param fresh of items that are pending, each once
   */
  async write(tx: EntityManager, { uid }: Caller, fresh: readonly Marking[]): Promise<number> {
    if (fresh.length === 0) return 0;
    await this.ledger.hold(tx);
    const columns = [
      fresh.map(({ id }) => id),
      fresh.map(({ status }) => status),
      fresh.map(({ reference }) => reference),
      fresh.map(({ reason }) => reason),
    ];
    const { marked } = (await this.db.queryOne<{ marked: number }>(tx, MARK_ITEMS, [...columns, uid]))!;
    return marked;
  }
}
