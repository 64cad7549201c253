import { Injectable } from '@nestjs/common';
import { AppError, Hook, Subscriber, type HookPoints, type RecordedEvent } from 'direct-selling-commerce-api';
import type { EntityManager } from 'typeorm';
import { Ledger } from './ledger.js';
import { PRICES_CHANGED } from './loyalty.messages.js';
import { pointsFor, priced, stillSpent } from './loyalty.rules.js';
import { LoyaltySettings } from './loyalty.settings.js';

/**
 * Keeps the points of orders in the transactions that change the orders: either both are there or neither, whatever happens
 * to the process.
 */
@Injectable()
export class OrderPoints {
  constructor(
    private readonly ledger: Ledger,
    private readonly settings: LoyaltySettings,
  ) {}

  /** Spends what the prices of an order have redeemed. They were made before the lock, so they are made once more. */
  @Hook('order.place')
  async spend(tx: EntityManager, { caller, order_id, lines }: HookPoints['order.place']): Promise<void> {
    const uid = caller.actsFor;
    const terms = await this.ledger.lock(tx, uid);
    const catalogue = lines.map(({ catalogue_price, quantity }) => ({ unit_price: catalogue_price, quantity }));
    const { prices, points } = priced(catalogue, terms, this.settings.LOYALTY_POINT_VALUE);
    if (prices.some((price, index) => !price.eq(lines[index]!.unit_price)))
      throw new AppError('CONFLICT', PRICES_CHANGED);
    if (terms.redeeming > 0) await this.ledger.spend(tx, uid, order_id, points);
  }

  /** Gives the points of a paid order. */
  @Subscriber('order.paid')
  async earn(tx: EntityManager, events: readonly RecordedEvent<'order.paid'>[]): Promise<void> {
    for (const { data } of events) {
      const { uid, id: orderId, paid_at } = data;
      await this.ledger.lock(tx, uid);
      const entry = {
        kind: 'earned',
        points: pointsFor(data),
        orderId,
        from: new Date(paid_at ?? Date.now()),
      } as const;
      await this.ledger.book(tx, uid, entry);
    }
  }

  /** Takes back what an order has given, and gives back what was spent on it, as far as it came back itself. */
  @Subscriber('order.returned', 'order.cancelled')
  async reverse(
    tx: EntityManager,
    events: readonly RecordedEvent<'order.returned' | 'order.cancelled'>[],
  ): Promise<void> {
    for (const { data } of events) {
      const { uid, id: orderId, paid_at } = data;
      await this.ledger.lock(tx, uid);
      const { earned, spent, redeemed } = await this.ledger.ofOrder(tx, uid, orderId);
      const less = Math.min(0, pointsFor(data) - earned);
      await this.ledger.book(tx, uid, { kind: 'earned', points: less, orderId, from: new Date(paid_at ?? Date.now()) });
      await this.ledger.book(tx, uid, { kind: 'spent', points: spent - stillSpent(redeemed, data), orderId });
    }
  }
}
