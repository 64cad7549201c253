import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { ExtensionRegistry } from '../../common/events/index.js';
import { accept, type Judged } from '../../common/validation/index.js';
import type { DeleteImpactView } from './bundle-admin.dto.js';
import './bundle.hooks.js';
import { BundleJournal } from './bundle-journal.js';
import type { BundleKeyQuery, VariantKeyQuery } from './bundle.dto.js';
import { MESSAGES } from './bundle.messages.js';
import { API_PRODUCT_TYPE } from './bundle.rules.js';
import { BundleQueries, type LockedBundle } from './bundles.queries.js';
import { DeleteImpactQueries, type BundleOrders } from './delete-impact.queries.js';

/** Deletes bundles and variants, unless orders hold them. Sections 4.3 and 7.3; section 5 of the decisions. */
@Injectable()
export class BundleDeletionService {
  constructor(
    private readonly db: Database,
    private readonly queries: BundleQueries,
    private readonly impact: DeleteImpactQueries,
    private readonly journal: BundleJournal,
    private readonly extensions: ExtensionRegistry,
  ) {}

  /**
   * Deletes a bundle of the API product type.
   * @throws AppError INVALID_INPUT for the bundle id; REQUEST_REFUSED while orders hold the bundle
   */
  async deleteOfClient(caller: Caller, query: Judged<BundleKeyQuery>): Promise<void> {
    const { bundle_id } = accept(query, 'INVALID_INPUT');
    await this.db.transaction(async (tx) => {
      const bundle = await this.queries.lock(tx, bundle_id);
      if (bundle === undefined) throw AppError.ofField('INVALID_INPUT', 'bundle_id', MESSAGES.notThere);
      if (bundle.state.product_type !== API_PRODUCT_TYPE) {
        throw AppError.ofField('INVALID_INPUT', 'bundle_id', MESSAGES.otherType);
      }
      await this.delete(tx, caller, bundle);
    });
  }

  /**
   * Deletes a bundle of any type.
   * @throws AppError NOT_FOUND; REQUEST_REFUSED while orders hold the bundle
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
  async deleteVariant(caller: Caller, query: Judged<VariantKeyQuery>): Promise<void> {
    const { bundle_id, product_sku } = accept(query);
    await this.db.transaction(async (tx) => {
      const bundle = await this.queries.lock(tx, bundle_id);
      if (bundle !== undefined && bundle.state.product_type !== API_PRODUCT_TYPE) {
        throw new AppError('REQUEST_REFUSED', MESSAGES.productOfOtherType);
      }
      const isThere = bundle !== undefined && (await this.removeVariant(tx, caller, bundle, product_sku));
      if (!isThere) throw AppError.ofField('VALIDATION', 'product_sku', MESSAGES.noSuchProduct);
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
   * What would refuse a bundle's delete right now.
   * @throws AppError NOT_FOUND
   */
  async deleteImpact(bundleId: string): Promise<DeleteImpactView> {
    const key = await this.impact.findKey(bundleId);
    if (key === undefined) throw AppError.notFound('bundle');
    const [orders, holders] = await Promise.all([this.impact.ordersOf(null, key), this.impact.holdersOf(key)]);
    return {
      bundle_id: bundleId,
      deletable: refusal(orders) === undefined,
      ...orders,
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
    if (state.products.length === 1) throw new AppError('REQUEST_REFUSED', MESSAGES.lastVariant);
    const rest = { ...state, products: state.products.filter((other) => other !== product) };
    await this.extensions.run('bundle.update', tx, { caller, bundle: rest });
    await this.queries.deleteProduct(tx, key, product.product_id);
    await this.journal.productDeleted(tx, caller, state, product);
    return true;
  }

  private async delete(tx: EntityManager, caller: Caller, bundle: LockedBundle): Promise<void> {
    const reason = refusal(await this.impact.ordersOf(tx, bundle.key));
    if (reason !== undefined) throw new AppError('REQUEST_REFUSED', reason);
    await this.extensions.run('bundle.delete', tx, { caller, bundle: bundle.state });
    await this.queries.delete(tx, bundle.key);
    await this.journal.deleted(tx, caller, bundle.state);
  }
}

/** Why orders refuse a delete, or undefined. Section 7.3. */
function refusal({ open_carts, open_orders, completed_orders }: BundleOrders): string | undefined {
  if (open_carts + open_orders > 0) return MESSAGES.inOpenOrder;
  return completed_orders > 0 ? MESSAGES.purchased : undefined;
}
