import type { EntityManager } from 'typeorm';

/** How many carts and orders contain a bundle, deleted variants included. Cancelled orders do not count. */
export interface BundleUsageCounts {
  /** Carts that changed within `CART_TTL_DAYS`. */
  open_carts: number;
  /** Orders that are neither completed nor cancelled. */
  open_orders: number;
  completed_orders: number;
}

/** A cart or an order that contains a bundle. */
export interface BundleHolder {
  id: number;
  status: string;
  order_number: string | null;
  uid: number;
  username: string;
  changed_at: Date;
}

/** Finds the carts and orders that contain a bundle; provided by the room of orders. See docs/spec/service.md#5. */
export abstract class BundleUsage {
  /**
   * Counts the carts and orders that contain a bundle.
   * @param key the bundle's row. A delete must hold the locks of `BundleQueries.lock` first: adding to a cart locks the
   *   variant too, so no order is missed. The exception is a cart that expired long ago and changes at this very moment: it
   *   keeps a line that can only be removed
   */
  abstract count(tx: EntityManager | null, key: number): Promise<BundleUsageCounts>;

  /** The first 20 of them: open ones before completed ones, then the last changed first. */
  abstract first(key: number): Promise<BundleHolder[]>;
}
