import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { assertMatch, type IfMatch } from '../../common/http/if-match.js';
import { CartPricer } from './cart-pricer.js';
import { LOCK_CART, LOCK_PRODUCTS, READ_LINES, type CartLineRow, type CartRow } from './cart.queries.js';
import { assertPlaceable, type PricedLine } from './cart.rules.js';
import type { CartView } from './cart.views.js';

/** A cart that is about to become an order: its row and its products are locked. */
export interface LockedCart {
  readonly id: number;
  readonly version: number;
  readonly lines: readonly PricedLine[];
}

/** Hands a cart over to be placed as an order. */
@Injectable()
export class CartCheckout {
  constructor(
    private readonly db: Database,
    private readonly pricer: CartPricer,
  ) {}

  /**
   * Locks the cart and its products, and prices the lines for good.
   * @throws AppError CONFLICT for a stale version; VALIDATION for an empty cart or one with an unavailable line
   */
  async lock(tx: EntityManager, caller: Caller, expected: IfMatch): Promise<LockedCart> {
    const cart = await this.db.queryOne<CartRow>(tx, LOCK_CART, [caller.actsFor]);
    assertMatch(expected, cart?.version ?? 0);
    if (cart === undefined) {
      assertPlaceable([]);
      throw new Error('an empty cart was found placeable');
    }
    // The lines are read after the locks, so that price and volumes come from one state of the catalogue.
    await this.db.query(tx, LOCK_PRODUCTS, [cart.cart_id]);
    const rows = await this.db.query<CartLineRow>(tx, READ_LINES, [cart.cart_id]);
    const lines = await this.pricer.price(tx, caller, rows);
    assertPlaceable(lines);
    return { id: cart.cart_id, version: cart.version, lines };
  }

  /** A locked cart as reading it shows it. */
  view({ id, version, lines }: LockedCart): CartView {
    return this.pricer.show(id, version, lines);
  }
}
