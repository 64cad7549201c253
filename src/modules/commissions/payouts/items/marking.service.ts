import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { notFound } from '#common/errors/failures.js';
import { Currency } from '#common/money/currency.js';
import { accept, addProblem } from '#common/validation/index.js';
import { EarningsLedger } from '../../earnings/index.js';
import { SUM_PENDING, type ItemSum } from '../batches/batches.queries.js';
import { PayoutsReader } from '../payouts.reader.js';
import {
  toPayoutItemView,
  type MarkItemsDto,
  type MarkedView,
  type PayoutItemView,
  type ItemRow,
} from './items.dto.js';
import { FIND_ITEMS, MARK_ITEMS } from './items.queries.js';
import { validateMarks, outcomeOf, toMarking, type Marking } from './items.rules.js';

export const UNKNOWN_ITEM = notFound('item');
export const MARKED_OTHERWISE = {
  code: 'CONFLICT',
  message: 'item {id} is {status} already, and what was said of it differs',
  example: { id: 101, status: 'paid' },
} as const;
const NOT_IN_PAYOUT = 'is not in this payout';

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
      const [before] = await this.find(tx, payoutId, [id]);
      if (before === undefined) throw AppError.of(UNKNOWN_ITEM);
      const marked = await this.mark(tx, caller, [before], [{ ...wanted, id }]);
      const [after] = await this.find(tx, payoutId, [id]);
      const view = toPayoutItemView(after!, this.currency.code);
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
      const items = await this.find(
        tx,
        payoutId,
        marks.map(({ id }) => id),
      );
      const known = new Set(items.map(({ id }) => id));
      const errors: FieldErrors = {};
      for (const [index, field, problem] of validateMarks(dto.items))
        addProblem(errors, 'items', problem, `items[${index}].${field}`);
      for (const [index, { id }] of marks.entries())
        if (!known.has(id)) addProblem(errors, 'items', NOT_IN_PAYOUT, `items[${index}].id`);
      accept({ dto, errors });
      const marked = await this.mark(tx, caller, items, marks);
      const { items: pending } = (await this.db.queryOne<ItemSum>(tx, SUM_PENDING, [payoutId]))!;
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
    { uid }: Caller,
    items: readonly ItemRow[],
    marks: readonly Marking[],
  ): Promise<number> {
    const byId = new Map(items.map((item) => [item.id, item]));
    const outcomes = marks.map((wanted) => ({ wanted, outcome: outcomeOf(byId.get(wanted.id)!, wanted) }));
    const conflict = outcomes.find(({ outcome }) => outcome === 'conflict')?.wanted.id;
    if (conflict !== undefined)
      throw AppError.of(MARKED_OTHERWISE, { id: conflict, status: byId.get(conflict)!.status });
    const fresh = outcomes.filter(({ outcome }) => outcome === 'marked').map(({ wanted }) => wanted);
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

  private find(tx: EntityManager, payoutId: number, ids: readonly number[]): Promise<ItemRow[]> {
    return this.db.query<ItemRow>(tx, FIND_ITEMS, [payoutId, ids]);
  }
}
