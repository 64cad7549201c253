import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { AppError, type FieldErrors } from '../../common/errors/app-error.js';
import { brokenConstraint } from '../../common/errors/database-errors.js';
import { ExtensionRegistry } from '../../common/events/index.js';
import { addProblem } from '../../common/validation/index.js';
import { BundleJournal } from './bundle-journal.js';
import './bundle-hooks.js';
import { MESSAGES } from './bundle.messages.js';
import type { BundleState } from './bundle.state.js';
import { BundleQueries, type CreateContext, type LockedBundle } from './bundles.queries.js';

/**
 * Writes bundles that have been judged: asks the hooks, stores, and keeps the journal. What another request took between
 * the judgement and the write is found here, and answered as if it had been there before.
 */
@Injectable()
export class BundleWriter {
  constructor(
    private readonly db: Database,
    private readonly queries: BundleQueries,
    private readonly journal: BundleJournal,
    private readonly extensions: ExtensionRegistry,
  ) {}

  /**
   * Runs a transaction that creates bundles. It runs again when another one has just taken a bundle id or a SKU, and then
   * finds them taken.
   * @throws AppError VALIDATION when a hook has given a bundle what is taken
   */
  async creating<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.db.transaction(work, (error) => takenField(error) !== undefined);
    } catch (error) {
      const taken = takenField(error);
      throw taken === undefined ? error : AppError.ofField('VALIDATION', ...taken);
    }
  }

  /**
   * Creates bundles of one type, with one statement; within {@link creating}.
   * @param context of all of them
   */
  async create(
    tx: EntityManager,
    caller: Caller,
    bundles: readonly BundleState[],
    { product_ids }: CreateContext,
  ): Promise<void> {
    const [first] = bundles;
    if (first === undefined) return;
    for (const bundle of bundles) await this.extensions.run('bundle.create', tx, { caller, bundle });
    const ids = [...product_ids];
    const missing = bundles.reduce((sum, { products }) => sum + products.length, -ids.length);
    // A hook has added variants.
    if (missing > 0) ids.push(...(await this.queries.newProductIds(tx, missing)));
    const numbered = bundles.map((bundle) => {
      return { ...bundle, products: bundle.products.map((product) => ({ ...product, product_id: ids.shift()! })) };
    });
    this.queries.insert(tx, first.product_type, caller.actsFor, numbered);
    await this.journal.created(tx, caller, numbered);
  }

  /**
   * Writes a bundle's new state.
   * @param named the SKUs of the variants to write, in the order of the request; the others are not touched
   * @throws AppError VALIDATION when a new SKU has just been taken
   */
  async update(
    tx: EntityManager,
    caller: Caller,
    before: LockedBundle,
    bundle: BundleState,
    named: readonly string[],
  ): Promise<BundleState> {
    await this.extensions.run('bundle.update', tx, { caller, bundle });
    const products = bundle.products.filter(({ sku }) => named.includes(sku));
    const ids = await this.queries.update(tx, before.key, bundle, products);
    const taken = takenSkus(named, ids);
    if (taken !== undefined) throw AppError.ofFields('VALIDATION', taken);
    const after = withIds(bundle, ids);
    await this.journal.updated(tx, caller, before.state, after);
    return after;
  }
}

function withIds(bundle: BundleState, ids: ReadonlyMap<string, number>): BundleState {
  const products = bundle.products.map((product) => ({
    ...product,
    product_id: ids.get(product.sku) ?? product.product_id,
  }));
  return { ...bundle, products };
}

/** What a failed insert says of a field that is taken: its name, and the message. */
function takenField(error: unknown): [field: string, message: string] | undefined {
  const constraint = brokenConstraint(error);
  if (constraint === 'bundles_live_bundle_id') return ['bundle_id', MESSAGES.sameBundleId];
  if (constraint === 'products_live_sku') return ['varients', MESSAGES.foreignSku];
  return undefined;
}

function takenSkus(skus: readonly string[], stored: ReadonlyMap<string, number>): FieldErrors | undefined {
  const errors: FieldErrors = {};
  skus.forEach((sku, index) => {
    if (!stored.has(sku)) addProblem(errors, 'varients', MESSAGES.foreignSku, `varients[${index}].product-sku`);
  });
  return errors.varients === undefined ? undefined : errors;
}
