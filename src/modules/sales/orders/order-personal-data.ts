import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lastingFields, shownCustomFields } from '#common/custom-fields/index.js';
import { Database } from '#common/database/index.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import { Currency } from '#common/money/currency.js';
import { Order, OrderLine } from './order.entity.js';
import { toOrderView } from './orders.view.js';
import { COUNT_OWN_WITHIN, ERASE_FIELDS, ERASE_LINE_FIELDS, LIST_OWN, type OwnOrderRow } from './orders.queries.js';

/** Most orders in an export, and most of their lines: an answer is held in memory. */
const MOST_ORDERS = 1_000;
const MOST_LINES = 5_000;

/** Orders and the cart in the export of their user; only the cart goes with the user. */
@Injectable()
export class OrderPersonalData {
  constructor(
    private readonly db: Database,
    private readonly currency: Currency,
  ) {}

  @Hook('account.export')
  async export(tx: EntityManager, { uid, add }: HookPoints['account.export']): Promise<void> {
    const within = await this.db.queryOne<{ count: number }>(tx, COUNT_OWN_WITHIN, [uid, MOST_ORDERS, MOST_LINES]);
    const rows = await this.db.query<OwnOrderRow>(tx, LIST_OWN, [uid, null, within!.count, 0]);
    add(
      'orders',
      rows.flatMap((row) => (row.id === null ? [] : toOrderView(row, this.currency, 'person'))),
    );
    const cart = await tx.findOneBy(Order, { uid, status: 'cart' });
    const inCart = cart === null ? [] : await tx.findBy(OrderLine, { orderId: cart.id });
    const cartLines = inCart.map(({ productId, quantity, customFields }) => ({
      product_id: productId,
      quantity,
      ...shownCustomFields('order_lines', customFields, 'person'),
    }));
    add('cart', cart === null ? null : { changed_at: cart.changedAt.toISOString(), lines: cartLines });
  }

  @Hook('account.erase')
  async erase(tx: EntityManager, { uid }: HookPoints['account.erase']): Promise<void> {
    await tx.delete(Order, { uid, status: 'cart' });
    await this.db.change(tx, ERASE_FIELDS, [uid, lastingFields('orders')]);
    await this.db.change(tx, ERASE_LINE_FIELDS, [uid, lastingFields('order_lines')]);
  }
}
