import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { Hook, type HookPoints, type RecordedEvent, Subscriber } from '#common/events/index.js';
import { lineAmounts, MAX_VOLUME, totalOf } from '#common/money/amounts.js';
import { type OrderEventData, OrderLines } from '#sales/orders/index.js';
import { BEYOND_BOUNDS, type SoldOrder, volumeBeyond, VolumeLedger } from './volume-ledger.js';

/** Keeps the volume ledger in step with the orders, in the transactions of their moves. */
@Injectable()
export class OrderVolumes {
  constructor(
    private readonly ledger: VolumeLedger,
    private readonly lines: OrderLines,
  ) {}

  /** What customers pay above wholesale is added up for retail bonuses. */
  @Hook('order.place')
  async bound(tx: EntityManager, { caller, lines }: HookPoints['order.place']): Promise<void> {
    const problems = lines.flatMap(({ sku, unit_price: price, quantity }, index) =>
      price.times(quantity).gt(MAX_VOLUME)
        ? [{ message: `product ${sku} costs more than ${MAX_VOLUME}`, path: `cartitems[${index}]` }]
        : [],
    );
    if (problems.length === 0 || !(await this.ledger.isCustomer(tx, caller.actsFor))) return;
    throw AppError.ofFields('VALIDATION', { cartitems: problems });
  }

  @Subscriber('order.paid')
  async sell(tx: EntityManager, events: readonly RecordedEvent<'order.paid'>[]): Promise<void> {
    for (const { data } of events) {
      const order = await this.sold(tx, data);
      assertWithinBounds(order, data);
      await this.ledger.sell(tx, order);
    }
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

/** An order placed before there were bounds may be beyond them. */
function assertWithinBounds({ lines }: SoldOrder, { items }: OrderEventData): void {
  const amounts = lines.map(lineAmounts);
  const ofLine = amounts.findIndex((one) => volumeBeyond(one) !== undefined);
  const volume = volumeBeyond(ofLine < 0 ? totalOf(amounts) : amounts[ofLine]!);
  if (volume === undefined) return;
  const sku = items.find(({ id }) => id === lines[Math.max(0, ofLine)]!.id)?.sku ?? '';
  throw AppError.of(BEYOND_BOUNDS, { sku, volume: volume.replace('_', ' ') });
}
