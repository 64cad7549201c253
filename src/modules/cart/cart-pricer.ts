import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { Currency } from '../../common/currency.js';
import { Database } from '../../common/database/index.js';
import { fixed } from '../../common/fixed.js';
import { askPrices, Pricing } from '../pricing/index.js';
import type { CartLineRow } from './cart.queries.js';
import { cartView, pricedLine, type PricedLine } from './cart.rules.js';
import type { CartView } from './cart.views.js';

/** Puts the prices in force on the lines of a cart. */
@Injectable()
export class CartPricer {
  constructor(
    private readonly db: Database,
    private readonly pricing: Pricing,
    private readonly currency: Currency,
  ) {}

  /**
   * The lines with the price that the user whose cart it is pays for them.
   * @param tx the transaction, or null where a cart is only read
   */
  async price(tx: EntityManager | null, caller: Caller, rows: readonly CartLineRow[]): Promise<PricedLine[]> {
    const lines = rows.map((row) => ({ ...row, unit_price: fixed(row.unit_price) }));
    const context = { uid: caller.actsFor, application: caller.application };
    const prices = await askPrices(this.pricing, tx ?? this.db.manager, context, lines);
    return rows.map((row, index) => pricedLine(row, prices[index]!));
  }

  /** A cart as clients see it. */
  async view(
    tx: EntityManager | null,
    caller: Caller,
    cartId: number | null,
    version: number,
    rows: readonly CartLineRow[],
  ): Promise<CartView> {
    return this.show(cartId, version, await this.price(tx, caller, rows));
  }

  /** A cart whose lines have their prices, as clients see it. */
  show(cartId: number | null, version: number, lines: readonly PricedLine[]): CartView {
    return cartView(cartId, version, lines, this.currency);
  }
}
