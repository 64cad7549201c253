import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Subscriber, type RecordedEvent } from '../../../common/events/index.js';
import { OrderLines, type OrderEventData } from '../../sales/orders/index.js';
import { VolumeLedger, type SoldOrder } from './volume-ledger.js';

/** Keeps the volume ledger in step with the orders, in the transactions of their moves. */
@Injectable()
export class OrderVolumes {
  constructor(
    private readonly ledger: VolumeLedger,
    private readonly lines: OrderLines,
  ) {}

  @Subscriber('order.paid')
  async sell(tx: EntityManager, events: readonly RecordedEvent<'order.paid'>[]): Promise<void> {
    for (const { data } of events) await this.ledger.sell(tx, await this.sold(tx, data));
  }

  @Subscriber('order.cancelled')
  async cancel(tx: EntityManager, events: readonly RecordedEvent<'order.cancelled'>[]): Promise<void> {
    for (const { data } of events) {
      if (data.previous_status !== 'paid') continue;
      const order = await this.sold(tx, data);
      const left = order.lines.map(({ id, quantity, returned }) => ({ id, quantity: quantity - returned }));
      const items = left.filter(({ quantity }) => quantity > 0);
      await this.ledger.takeBack(tx, order, { kind: 'cancellation', at: new Date(data.cancelled_at!), items });
    }
  }

  @Subscriber('order.returned')
  async takeBack(tx: EntityManager, events: readonly RecordedEvent<'order.returned'>[]): Promise<void> {
    for (const { data } of events) {
      const { returned_at, returned_items: items } = data;
      await this.ledger.takeBack(tx, await this.sold(tx, data), { kind: 'return', at: new Date(returned_at), items });
    }
  }

  private async sold(tx: EntityManager, { id, uid, placed_at, paid_at }: OrderEventData): Promise<SoldOrder> {
    const placedAt = new Date(placed_at);
    // Of an order from before version 2.1 nobody may know when it was paid; the migration took its placing too.
    const soldAt = paid_at === null ? placedAt : new Date(paid_at);
    return { id, uid, placedAt, soldAt, lines: await this.lines.frozenLinesOf(tx, id) };
  }
}
