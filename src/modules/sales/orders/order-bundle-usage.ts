import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '#common/config/config.js';
import { Database, statement } from '#common/database/index.js';
import { BundleUsage, type BundleHolder, type BundleUsageCounts } from '../bundles/index.js';

/** Most carts and orders in the list. */
const MAX_HOLDERS = 20;

const ORDERS = statement(
  'bundles.orders',
  `SELECT count(DISTINCT o.id) FILTER (WHERE o.status = 'cart' AND o.changed_at > now() - make_interval(days => $2::int)) AS open_carts,
          count(DISTINCT o.id) FILTER (WHERE o.status NOT IN ('cart', 'completed', 'cancelled', 'returned')) AS open_orders,
          count(DISTINCT o.id) FILTER (WHERE o.status = 'completed') AS completed_orders
     FROM products p JOIN order_lines l ON l.product_id = p.id JOIN orders o ON o.id = l.order_id
    WHERE p.bundle_key = $1`,
);

// Open ones first: an admin can still complete or empty those.
const HOLDERS = statement(
  'bundles.holders',
  `SELECT o.id, o.status, o.order_number, o.uid, u.username, o.changed_at
     FROM orders o JOIN users u ON u.uid = o.uid
    WHERE o.id IN (SELECT l.order_id FROM products p JOIN order_lines l ON l.product_id = p.id WHERE p.bundle_key = $1)
      AND (o.status NOT IN ('cart', 'cancelled', 'returned') OR o.status = 'cart' AND o.changed_at > now() - make_interval(days => $2::int))
    ORDER BY o.status = 'completed', o.changed_at DESC, o.id DESC LIMIT ${MAX_HOLDERS}`,
);

/** Finds the carts and orders that contain a bundle. */
@Injectable()
export class OrderBundleUsage extends BundleUsage {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {
    super();
  }

  async count(tx: EntityManager | null, key: number): Promise<BundleUsageCounts> {
    return (await this.db.queryOne<BundleUsageCounts>(tx, ORDERS, [key, this.config.cartTtlDays]))!;
  }

  first(key: number): Promise<BundleHolder[]> {
    return this.db.query<BundleHolder>(null, HOLDERS, [key, this.config.cartTtlDays]);
  }
}
