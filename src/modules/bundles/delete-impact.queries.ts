import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../common/config/config.js';
import { Database, statement } from '../../common/database/index.js';

/** How many orders hold a bundle, deleted variants included. Cancelled ones do not count. */
export interface BundleOrders {
  /** Carts that changed within `CART_TTL_DAYS`. */
  open_carts: number;
  /** Orders that are neither completed nor cancelled. */
  open_orders: number;
  completed_orders: number;
}

/** A cart or an order that holds a bundle, as it is stored. */
export interface BundleHolder {
  id: number;
  status: string;
  order_number: string | null;
  uid: number;
  username: string;
  changed_at: Date;
}

/** Most carts and orders that are named one by one. */
const MAX_HOLDERS = 20;

const ORDERS = statement(
  'bundles.orders',
  `SELECT count(DISTINCT o.id) FILTER (WHERE o.status = 'cart' AND o.changed_at > now() - make_interval(days => $2::int)) AS open_carts,
          count(DISTINCT o.id) FILTER (WHERE o.status NOT IN ('cart', 'completed', 'cancelled')) AS open_orders,
          count(DISTINCT o.id) FILTER (WHERE o.status = 'completed') AS completed_orders
     FROM products p JOIN order_lines l ON l.product_id = p.id JOIN orders o ON o.id = l.order_id
    WHERE p.bundle_key = $1`,
);

// Those that can still be completed or emptied first: nothing can be done about the others.
const HOLDERS = statement(
  'bundles.holders',
  `SELECT o.id, o.status, o.order_number, o.uid, u.username, o.changed_at
     FROM orders o JOIN users u ON u.uid = o.uid
    WHERE o.id IN (SELECT l.order_id FROM products p JOIN order_lines l ON l.product_id = p.id WHERE p.bundle_key = $1)
      AND (o.status NOT IN ('cart', 'cancelled') OR o.status = 'cart' AND o.changed_at > now() - make_interval(days => $2::int))
    ORDER BY o.status = 'completed', o.changed_at DESC, o.id DESC LIMIT ${MAX_HOLDERS}`,
);

const FIND_KEY = statement(
  'bundles.find-key',
  'SELECT id AS key FROM bundles WHERE bundle_id = $1 AND deleted_at IS NULL',
);

/** Looks at the orders that would refuse a bundle's delete. Section 5 of the decisions. */
@Injectable()
export class DeleteImpactQueries {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /**
   * The orders that hold a bundle.
   * @param key the bundle's row. Who is about to delete it must hold the locks of `BundleQueries.lock`: an add to a cart
   *   locks the variant as well, so that no order is missed; but for a cart that expired long ago and is changed in this very
   *   moment, which then has a line that can only be removed
   */
  async ordersOf(tx: EntityManager | null, key: number): Promise<BundleOrders> {
    const row = await this.db.queryOne<BundleOrders>(tx, ORDERS, [key, this.config.cartTtlDays]);
    return row ?? { open_carts: 0, open_orders: 0, completed_orders: 0 };
  }

  /** The first of these carts and orders: open ones before completed ones, then by their last change. */
  holdersOf(key: number): Promise<BundleHolder[]> {
    return this.db.query<BundleHolder>(null, HOLDERS, [key, this.config.cartTtlDays]);
  }

  /** The row of a live bundle, not locked. */
  async findKey(bundleId: string): Promise<number | undefined> {
    return (await this.db.queryOne<{ key: number }>(null, FIND_KEY, [bundleId]))?.key;
  }
}
