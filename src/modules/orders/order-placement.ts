import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { decimalAmounts, lineAmounts, totalOf } from '../../common/amounts.js';
import { AuditLog } from '../../common/audit/index.js';
import { Currency } from '../../common/currency.js';
import { Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { EventRecorder, ExtensionRegistry } from '../../common/events/index.js';
import { fixedText, toDecimal } from '../../common/fixed.js';
import type { IfMatch } from '../../common/http/if-match.js';
import { CartCheckout, type LockedCart, type PricedLine } from '../cart/index.js';
import { OrderNumbers } from './order-numbers.js';
import { OrderReader } from './order-reader.js';
import type { CreateOrderDto } from './orders.dto.js';
import { PLACE_ORDER, PLACING_TIME } from './orders.queries.js';
import { isTotal, otherTotal } from './orders.rules.js';
import type { PlacedOrderView } from './orders.views.js';

/** Places carts as orders. Section 6 of the decisions. */
@Injectable()
export class OrderPlacement {
  constructor(
    private readonly db: Database,
    private readonly checkout: CartCheckout,
    private readonly numbers: OrderNumbers,
    private readonly currency: Currency,
    private readonly reader: OrderReader,
    private readonly extensions: ExtensionRegistry,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Places the user's cart as an order, with prices, volumes and labels of the catalogue as it is now.
   * @throws AppError VALIDATION for an empty cart or one with an unavailable line; CONFLICT for a stale version, or, with
   * the cart as it is now, for another total than the client expects
   */
  async place(caller: Caller, { expected_total }: CreateOrderDto, ifMatch: IfMatch): Promise<PlacedOrderView> {
    const outcome = await this.db.transaction(async (tx) => {
      const cart = await this.checkout.lock(tx, caller, ifMatch);
      const { price } = totalOf(cart.lines.map(lineAmounts));
      if (expected_total !== undefined && !isTotal(expected_total, price)) {
        await this.auditReading(tx, caller, cart);
        return otherTotal(expected_total, price, this.checkout.view(cart));
      }
      await this.askHooks(tx, caller, cart);
      const placedAt = await this.now(tx);
      const number = await this.numbers.next(tx, { id: cart.id, uid: caller.actsFor, placedAt });
      const head = [cart.id, number, this.currency.code, caller.application?.id ?? null, placedAt];
      await this.db.query(tx, PLACE_ORDER, [...head, ...columnsOf(cart.lines)]);
      return this.finish(tx, caller, cart.id);
    });
    // Not thrown within: that an API admin is shown another's cart stays in the audit log.
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  }

  private async auditReading(tx: EntityManager, caller: Caller, { id }: LockedCart): Promise<void> {
    await this.audit.recordForAnother(tx, caller, { action: 'cart.read', entityType: 'cart', entityId: id });
  }

  private async now(tx: EntityManager): Promise<Date> {
    const row = await this.db.queryOne<{ placed_at: Date }>(tx, PLACING_TIME);
    if (row === undefined) throw new Error('the database did not tell the time');
    return row.placed_at;
  }

  private async askHooks(tx: EntityManager, caller: Caller, { id, lines }: LockedCart): Promise<void> {
    await this.extensions.run('order.place', tx, {
      caller,
      order_id: id,
      totals: decimalAmounts(totalOf(lines.map(lineAmounts))),
      lines: lines.map((line) => ({
        product_id: line.productId,
        sku: line.sku,
        bundle_id: line.bundleId,
        quantity: line.quantity,
        unit_price: toDecimal(line.unitPrice),
        business_volume: toDecimal(line.businessVolume),
        points: toDecimal(line.points),
        cumulative_volume: toDecimal(line.cumulativeVolume),
      })),
    });
  }

  private async finish(tx: EntityManager, caller: Caller, id: number): Promise<PlacedOrderView> {
    const uid = caller.actsFor;
    const order = await this.reader.read(tx, id, uid);
    const data = { uid, application_id: caller.application?.id ?? null, previous_status: null, ...order };
    await this.events.record(tx, 'order.placed', { type: 'order', id }, data);
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

/** The lines as one array for each column that is frozen. */
function columnsOf(lines: readonly PricedLine[]): unknown[][] {
  return [
    lines.map(({ id }) => id),
    lines.map(({ label }) => label),
    lines.map(({ sku }) => sku),
    lines.map(({ bundleId }) => bundleId),
    lines.map(({ vendorUid }) => vendorUid),
    lines.map(({ unitPrice }) => fixedText(unitPrice)),
    lines.map(({ businessVolume }) => fixedText(businessVolume)),
    lines.map(({ points }) => fixedText(points)),
    lines.map(({ cumulativeVolume }) => fixedText(cumulativeVolume)),
  ];
}
