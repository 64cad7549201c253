import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import type { RowOf } from '#common/database/row-of.js';
import { AppError } from '#common/errors/app-error.js';
import type { Failure } from '#common/errors/failures.js';
import { HandlerRegistry } from '#common/events/index.js';
import { accept, type Validated } from '#common/validation/index.js';
import type { BundleHolderView, DeleteImpactView } from './admin/admin-bundles.dto.js';
import { BundleJournal } from './bundle-journal.js';
import type { BundleKeyQuery, VariantKeyQuery } from './bundle.dto.js';
import './bundle.events.js';
import { FAILURES } from './bundle.failures.js';
import { API_PRODUCT_TYPE } from './bundle.rules.js';
import { BundleQueries, type LockedBundle } from './bundles.queries.js';

/** How many carts and orders contain a bundle, deleted variants included. Cancelled orders do not count. */
export type BundleUsageCounts = Pick<DeleteImpactView, 'open_carts' | 'open_orders' | 'completed_orders'>;

/** A cart or an order that contains a bundle. */
export type BundleHolder = RowOf<BundleHolderView, never, 'changed_at'>;

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

/** Deletes bundles and variants, unless carts or orders contain them. See docs/spec/commerce-api.md#4.3 and #7.3; docs/spec/service.md#5. */
@Injectable()
export class BundleDeletionService {
  constructor(
    private readonly db: Database,
    private readonly queries: BundleQueries,
    private readonly usage: BundleUsage,
    private readonly journal: BundleJournal,
    private readonly handlers: HandlerRegistry,
  ) {}

  /**
   * Deletes a bundle of the API product type.
   * @throws AppError INVALID_INPUT for the bundle id; REQUEST_REFUSED while carts or orders contain the bundle
   */
  async deleteOfClient(caller: Caller, query: Validated<BundleKeyQuery>): Promise<void> {
    const { bundle_id } = accept(query, 'INVALID_INPUT');
    await this.db.transaction(async (tx) => {
      const bundle = await this.queries.lock(tx, bundle_id);
      if (bundle === undefined) throw AppError.of(FAILURES.notThere);
      if (bundle.state.product_type !== API_PRODUCT_TYPE) {
        throw AppError.of(FAILURES.otherType);
      }
      await this.delete(tx, caller, bundle);
    });
  }

  /**
   * Deletes a bundle of any type.
   * @throws AppError NOT_FOUND; REQUEST_REFUSED while carts or orders contain the bundle
   */
  async deleteOfAdmin(caller: Caller, bundleId: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const bundle = await this.queries.lock(tx, bundleId);
      if (bundle === undefined) throw AppError.notFound('bundle');
      await this.delete(tx, caller, bundle);
    });
  }

  /**
   * Deletes a variant of a bundle of the API product type.
   * @throws AppError VALIDATION for the SKU or the bundle id; REQUEST_REFUSED for the last variant or another type
   */
  async deleteVariant(caller: Caller, query: Validated<VariantKeyQuery>): Promise<void> {
    const { bundle_id, product_sku } = accept(query);
    await this.db.transaction(async (tx) => {
      const bundle = await this.queries.lock(tx, bundle_id);
      if (bundle !== undefined && bundle.state.product_type !== API_PRODUCT_TYPE) {
        throw AppError.of(FAILURES.productOfOtherType);
      }
      const isThere = bundle !== undefined && (await this.removeVariant(tx, caller, bundle, product_sku));
      if (!isThere) throw AppError.of(FAILURES.noSuchProduct);
    });
  }

  /**
   * Deletes a variant of a bundle of any type.
   * @throws AppError NOT_FOUND; REQUEST_REFUSED for the last variant
   */
  async deleteVariantOfAdmin(caller: Caller, bundleId: string, sku: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const bundle = await this.queries.lock(tx, bundleId);
      if (bundle === undefined) throw AppError.notFound('bundle');
      if (!(await this.removeVariant(tx, caller, bundle, sku))) throw AppError.notFound('variant');
    });
  }

  /**
   * The carts and orders that currently prevent the deletion of a bundle.
   * @throws AppError NOT_FOUND
   */
  async deleteImpact(bundleId: string): Promise<DeleteImpactView> {
    const key = await this.queries.findKey(bundleId);
    if (key === undefined) throw AppError.notFound('bundle');
    const [counts, holders] = await Promise.all([this.usage.count(null, key), this.usage.first(key)]);
    return {
      bundle_id: bundleId,
      deletable: refusal(counts) === undefined,
      ...counts,
      holders: holders.map((holder) => ({ ...holder, changed_at: holder.changed_at.toISOString() })),
    };
  }

  /** Deletes a variant, unless it is the last one; false when the bundle has none with this SKU. */
  private async removeVariant(
    tx: EntityManager,
    caller: Caller,
    { key, state }: LockedBundle,
    sku: string,
  ): Promise<boolean> {
    const product = state.products.find((one) => one.sku === sku);
    if (product === undefined || product.product_id === null) return false;
    if (state.products.length === 1) throw AppError.of(FAILURES.lastVariant);
    const rest = { ...state, products: state.products.filter((other) => other !== product) };
    await this.handlers.runHooks('bundle.update', tx, { caller, bundle: rest });
    await this.queries.deleteProduct(tx, key, product.product_id);
    await this.journal.productDeleted(tx, caller, state, product);
    return true;
  }

  private async delete(tx: EntityManager, caller: Caller, bundle: LockedBundle): Promise<void> {
    const reason = refusal(await this.usage.count(tx, bundle.key));
    if (reason !== undefined) throw AppError.of(reason);
    await this.handlers.runHooks('bundle.delete', tx, { caller, bundle: bundle.state });
    await this.queries.delete(tx, bundle.key);
    await this.journal.record(tx, caller, 'delete', [{ before: bundle.state }]);
  }
}

/** Why a delete is refused, or undefined. See docs/spec/commerce-api.md#7.3. */
function refusal({ open_carts, open_orders, completed_orders }: BundleUsageCounts): Failure | undefined {
  if (open_carts + open_orders > 0) return FAILURES.inOpenOrder;
  return completed_orders > 0 ? FAILURES.purchased : undefined;
}
