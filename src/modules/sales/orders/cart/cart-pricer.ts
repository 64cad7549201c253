import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { unitAmounts } from '#common/money/amounts.js';
import { Currency } from '#common/money/currency.js';
import { askPrices, Pricing } from '../../pricing/index.js';
import { type CartView, toCartView } from './cart.dto.js';
import type { CartLineRow } from './cart.queries.js';
import type { PricedLine } from './cart.rules.js';

/** Prices the lines of a cart. */
@Injectable()
export class CartPricer {
  constructor(
    private readonly db: Database,
    private readonly pricing: Pricing,
    private readonly currency: Currency,
  ) {}

  /**
   * The lines with the prices that the owner of the cart pays.
   * @param tx the transaction, or null where a cart is only read
   */
  async price(tx: EntityManager | null, caller: Caller, rows: readonly CartLineRow[]): Promise<PricedLine[]> {
    const lines = rows.map((row) => ({ ...row, ...unitAmounts(row) }));
    const context = { uid: caller.actsFor, application: caller.application };
    const prices = await askPrices(this.pricing, tx ?? this.db.manager, context, lines);
    return lines.map((line, index) => ({ ...line, catalogue_price: line.unit_price, unit_price: prices[index]! }));
  }

  /** A cart as clients see it. */
  async view(
    tx: EntityManager | null,
    caller: Caller,
    cartId: number | null,
    version: number,
    rows: readonly CartLineRow[],
  ): Promise<CartView> {
    return toCartView(cartId, version, await this.price(tx, caller, rows), this.currency);
  }
}
