import { Injectable } from '@nestjs/common';
import { In, Not, type EntityManager } from 'typeorm';
import { Hook, type HookPoints } from '#common/events/index.js';
import { Currency } from '#common/money/currency.js';
import { Order, OrderLine, type PlacedLine, type PlacedOrder } from './order.entity.js';
import { toOrderView } from './orders.dto.js';

/** Most orders in an export. */
const MOST = 1_000;

/** Orders and the cart in the export of their user; only the cart goes with the user. */
@Injectable()
export class OrderPersonalData {
  constructor(private readonly currency: Currency) {}

  @Hook('account.export')
  async export(tx: EntityManager, { uid, add }: HookPoints['account.export']): Promise<void> {
    const where = { uid, status: Not('cart' as const) };
    const orders = await tx.find(Order, { where, order: { placedAt: 'DESC', id: 'DESC' }, take: MOST });
    const lines = await tx.find(OrderLine, {
      where: { orderId: In(orders.map(({ id }) => id)) },
      order: { id: 'ASC' },
    });
    const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
    const views = orders.map((order) => {
      const own = (linesOf.get(order.id) ?? []) as PlacedLine[];
      return toOrderView(order as PlacedOrder, own, this.currency);
    });
    add('orders', views);
    const cart = await tx.findOneBy(Order, { uid, status: 'cart' });
    const inCart = cart === null ? [] : await tx.findBy(OrderLine, { orderId: cart.id });
    const cartLines = inCart.map(({ productId, quantity }) => ({ product_id: productId, quantity }));
    add('cart', cart === null ? null : { changed_at: cart.changedAt.toISOString(), lines: cartLines });
  }

  @Hook('account.erase')
  async erase(tx: EntityManager, { uid }: HookPoints['account.erase']): Promise<void> {
    await tx.delete(Order, { uid, status: 'cart' });
  }
}
