import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import type { AdminOrderDetailsView } from './order-details.dto.js';
import { assertReturnable, isReturnedWhole, OTHER_ORDER, returnedItems } from './order-returns.rules.js';
import { type AdminOrderReturnDto, type OrderReturnDto } from './orders.dto.js';
import { type OrderView, toRecordedOrder } from './orders.view.js';
import { RETURN_PIECES } from './orders.queries.js';
import { OrderLines, OrdersService } from './orders.service.js';

/** Takes back orders that were paid, whole or in part. See docs/spec/commissions.md#1. */
@Injectable()
export class OrderReturns {
  constructor(
    private readonly db: Database,
    private readonly lines: OrderLines,
    private readonly orders: OrdersService,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Takes back an order or some of its pieces. Without `?uid=` an API admin takes back any order, with it only that user's.
   * @throws AppError NOT_FOUND for an unknown order; CONFLICT for one that is neither paid nor completed, or more pieces than
   * are left; VALIDATION for lines that are not of the order or are named twice
   */
  async return(caller: Caller, { order_id, ...dto }: OrderReturnDto): Promise<OrderView> {
    return this.db.transaction((tx) =>
      this.take(tx, caller, order_id, dto, actsForAnother(caller) ? caller.actsFor : null),
    );
  }

  /**
   * Takes back any order or some of its pieces, for the admin module.
   * @throws AppError as {@link return}, and VALIDATION for an `order_id` that is not the one of the path
   */
  async returnAny(caller: Caller, id: number, dto: AdminOrderReturnDto): Promise<AdminOrderDetailsView> {
    if (dto.order_id !== undefined && dto.order_id !== id) throw AppError.of(OTHER_ORDER);
    return this.db.transaction(async (tx) => {
      await this.take(tx, caller, id, dto, null);
      return this.orders.readAny(caller, id, tx);
    });
  }

  private async take(
    tx: EntityManager,
    caller: Caller,
    id: number,
    { items, reason }: Pick<AdminOrderReturnDto, 'items' | 'reason'>,
    ofUser: number | null,
  ): Promise<OrderView> {
    const order = await this.orders.lock(tx, id, ofUser);
    const { uid, applicationId: application_id, status: from } = order;
    assertReturnable(from);
    // Read after the lock, which every return of the order takes.
    const lines = await this.lines.frozenLinesOf(tx, id);
    const returned_items = returnedItems(lines, items);
    const to = isReturnedWhole(lines, returned_items) ? 'returned' : from;
    await this.db.query(tx, RETURN_PIECES, [id, JSON.stringify(returned_items)]);
    const at = await this.orders.move(tx, caller, order, { to, reason, returnedItems: returned_items });
    const view = await this.orders.readOf(tx, id, uid);
    const what = { returned_items, returned_at: at.toISOString(), reason };
    await this.events.record(tx, 'order.returned', id, {
      uid,
      application_id,
      previous_status: from,
      ...toRecordedOrder(view),
      ...what,
    });
    await this.audit.record(
      tx,
      { ...caller, actsFor: uid },
      {
        action: 'order.return',
        entityType: 'order',
        entityId: id,
        before: { status: from },
        after: { status: to, returned_items, reason },
      },
    );
    return view;
  }
}
