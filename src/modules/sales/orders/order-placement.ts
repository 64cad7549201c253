import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { decimalAmounts, lineAmounts, totalOf } from '#common/money/amounts.js';
import { AuditLog } from '#common/audit/index.js';
import { Currency } from '#common/money/currency.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder, HandlerRegistry } from '#common/events/index.js';
import { fixedText, toDecimal } from '#common/money/fixed.js';
import type { IfMatch } from '#common/http/if-match.js';
import type { PricedLine } from './cart/cart.rules.js';
import { CartService, type LockedCart } from './cart/cart.service.js';
import { toCartView } from './cart/cart.view.js';
import { OrderNumbers } from './order-numbers.js';
import type { CreateOrderDto } from './orders.dto.js';
import { PLACE_ORDER, PLACING_TIME } from './orders.queries.js';
import { isTotal, otherTotal } from './orders.rules.js';
import { OrdersService } from './orders.service.js';
import type { PlacedOrderView } from './order.view.js';

/** Places carts as orders. See docs/spec/service.md#6. */
@Injectable()
export class OrderPlacement {
  constructor(
    private readonly db: Database,
    private readonly carts: CartService,
    private readonly numbers: OrderNumbers,
    private readonly currency: Currency,
    private readonly orders: OrdersService,
    private readonly handlers: HandlerRegistry,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Places the user's cart as an order, with prices, volumes and labels of the catalogue as it is now.
   * @throws AppError VALIDATION for an empty cart or an unavailable line; CONFLICT for a stale version, or, with the current
   * cart, for a total other than the expected one
   */
  async place(caller: Caller, { expected_total }: CreateOrderDto, ifMatch: IfMatch): Promise<PlacedOrderView> {
    const outcome = await this.db.transaction(async (tx) => {
      const cart = await this.carts.lockToPlace(tx, caller, ifMatch);
      const { price } = totalOf(cart.lines.map(lineAmounts));
      if (expected_total !== undefined && !isTotal(expected_total, price)) {
        const act = { action: 'cart.read', entityType: 'cart', entityId: cart.id };
        await this.audit.recordForAnother(tx, caller, act);
        return otherTotal(expected_total, price, toCartView(cart.id, cart.version, cart.lines, this.currency));
      }
      await this.runHooks(tx, caller, cart);
      const { placed_at: placedAt } = (await this.db.queryOne<{ placed_at: Date }>(tx, PLACING_TIME))!;
      const number = await this.numbers.next(tx, { id: cart.id, uid: caller.actsFor, placedAt });
      const head = [cart.id, number, this.currency.code, caller.application?.id ?? null, placedAt];
      await this.db.query(tx, PLACE_ORDER, [...head, ...columnsOf(cart.lines), caller.uid]);
      return this.finish(tx, caller, cart.id);
    });
    // Thrown outside the transaction, so the audit entry about another user's cart is kept.
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  }

  private async runHooks(tx: EntityManager, caller: Caller, { id, lines }: LockedCart): Promise<void> {
    await this.handlers.runHooks('order.place', tx, {
      caller,
      order_id: id,
      totals: decimalAmounts(totalOf(lines.map(lineAmounts))),
      lines: lines.map((line) => ({
        product_id: line.product_id,
        sku: line.sku,
        bundle_id: line.bundle_id,
        quantity: line.quantity,
        unit_price: toDecimal(line.unit_price),
        business_volume: toDecimal(line.business_volume),
        points: toDecimal(line.points),
        cumulative_volume: toDecimal(line.cumulative_volume),
      })),
    });
  }

  private async finish(tx: EntityManager, caller: Caller, id: number): Promise<PlacedOrderView> {
    const uid = caller.actsFor;
    const order = await this.orders.readOf(tx, id, uid);
    const data = { uid, application_id: caller.application?.id ?? null, previous_status: null, ...order };
    await this.events.record(tx, 'order.placed', id, data);
    await this.audit.recordForAnother(tx, caller, {
      action: 'order.place',
      entityType: 'order',
      entityId: id,
      before: { id, status: 'cart' },
      after: order,
    });
    return { order_id: id, order_number: order.order_number, status: order.status };
  }
}

/** The lines as one array per frozen column. */
function columnsOf(lines: readonly PricedLine[]): unknown[][] {
  return [
    lines.map(({ id }) => id),
    lines.map(({ label }) => label),
    lines.map(({ sku }) => sku),
    lines.map(({ bundle_id }) => bundle_id),
    lines.map(({ vendor_uid }) => vendor_uid),
    lines.map(({ unit_price }) => fixedText(unit_price)),
    lines.map(({ business_volume }) => fixedText(business_volume)),
    lines.map(({ points }) => fixedText(points)),
    lines.map(({ cumulative_volume }) => fixedText(cumulative_volume)),
  ];
}
