import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { unitAmounts, type UnitAmounts } from '#common/money/amounts.js';
import { fixed, type Fixed } from '#common/money/fixed.js';

/** A line of a placed order. Prices and volumes are those of one piece, frozen when the order was placed. */
export interface FrozenLine extends UnitAmounts {
  readonly id: number;
  readonly product_id: number;
  readonly quantity: number;
  /** How many of the pieces have come back. */
  readonly returned: number;
  /** Null if the order is from before version 2.1 and nobody knew. */
  readonly wholesale_price: Fixed | null;
}

interface FrozenLineRow extends Record<keyof UnitAmounts, string> {
  id: number;
  product_id: number;
  quantity: number;
  returned: number;
  wholesale_price: string | null;
}

const FROZEN = statement(
  'orders.frozen-lines',
  `SELECT id, product_id, quantity, returned, unit_price, wholesale_price, business_volume, points, cumulative_volume
     FROM order_lines WHERE order_id = $1 ORDER BY id`,
);

/** The lines of orders with what no webhook tells, for subscribers of their events. */
@Injectable()
export class OrderLines {
  constructor(private readonly db: Database) {}

  /**
   * The lines of a placed order, in the order of their ids.
   * @param tx the transaction that moves the order, which holds the lock of its row
   */
  async frozenLinesOf(tx: EntityManager, orderId: number): Promise<FrozenLine[]> {
    const rows = await this.db.query<FrozenLineRow>(tx, FROZEN, [orderId]);
    return rows.map(({ id, product_id, quantity, returned, wholesale_price, ...amounts }) => ({
      id,
      product_id,
      quantity,
      returned,
      ...unitAmounts(amounts),
      wholesale_price: wholesale_price === null ? null : fixed(wholesale_price),
    }));
  }
}
