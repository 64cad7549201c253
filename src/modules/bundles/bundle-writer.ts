import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { AppError, type FieldErrors } from '../../common/errors/app-error.js';
import { ExtensionRegistry } from '../../common/events/index.js';
import { addProblem } from '../../common/validation/index.js';
import { BundleJournal } from './bundle-journal.js';
import './bundle-hooks.js';
import { MESSAGES } from './bundle.messages.js';
import type { BundleState } from './bundle.state.js';
import { BundleQueries, type LockedBundle } from './bundles.queries.js';

/**
 * Writes bundles that have been judged: asks the hooks, stores, and keeps the journal. What another request took between
 * the judgement and the write is found here, and answered as if it had been there before.
 */
@Injectable()
export class BundleWriter {
  constructor(
    private readonly queries: BundleQueries,
    private readonly journal: BundleJournal,
    private readonly extensions: ExtensionRegistry,
  ) {}

  /**
   * Creates one bundle.
   * @throws AppError VALIDATION when its id or a SKU has just been taken
   */
  async create(tx: EntityManager, caller: Caller, bundle: BundleState): Promise<BundleState> {
    const { created, taken } = await this.createAll(tx, caller, bundle.product_type, [bundle]);
    const [stored] = created;
    const errors: FieldErrors = taken[0] ?? {};
    if (stored === undefined) addProblem(errors, 'bundle_id', MESSAGES.sameBundleId);
    if (stored === undefined || taken[0] !== undefined) throw AppError.ofFields('VALIDATION', errors);
    return stored;
  }

  /**
   * Creates bundles of one type with one statement.
   * @returns those that were created (not those whose id has just been taken), and for each of the given bundles the
   *   problems of SKUs that have just been taken: the caller must then give up the transaction
   */
  async createAll(
    tx: EntityManager,
    caller: Caller,
    productType: string,
    bundles: readonly BundleState[],
  ): Promise<{ created: BundleState[]; taken: (FieldErrors | undefined)[] }> {
    if (bundles.length === 0) return { created: [], taken: [] };
    for (const bundle of bundles) await this.extensions.run('bundle.create', tx, { caller, bundle });
    const outcome = await this.queries.insert(tx, productType, caller.actsFor, bundles);
    const isCreated = ({ bundle_id }: BundleState) => outcome.get(bundle_id)?.created === true;
    const idsOf = ({ bundle_id }: BundleState) => outcome.get(bundle_id)?.products ?? new Map<string, number>();
    const created = bundles.filter(isCreated).map((bundle) => withIds(bundle, idsOf(bundle)));
    const taken = bundles.map((bundle) => (isCreated(bundle) ? takenSkus(skusIn(bundle), idsOf(bundle)) : undefined));
    if (taken.every((problems) => problems === undefined)) await this.journal.created(tx, caller, created);
    return { created, taken };
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

function skusIn({ products }: BundleState): string[] {
  return products.map(({ sku }) => sku);
}

function takenSkus(skus: readonly string[], stored: ReadonlyMap<string, number>): FieldErrors | undefined {
  const errors: FieldErrors = {};
  skus.forEach((sku, index) => {
    if (!stored.has(sku)) addProblem(errors, 'varients', MESSAGES.foreignSku, `varients[${index}].product-sku`);
  });
  return errors.varients === undefined ? undefined : errors;
}
