import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { brokenConstraint } from '@commerce/postgres';
import type { Failure } from '#common/errors/failures.js';
import { HandlerRegistry } from '#common/events/index.js';
import { addProblem, isFine } from '#common/validation/index.js';
import type { BundleState } from './bundle.entity.js';
import { FAILURES } from './bundle.failures.js';
import { MAX_VARIANTS, skusOf, validateSkus } from './bundle.rules.js';
import { PriceJournal } from './prices/price-journal.js';
import { BundleQueries, type CreateContext, type LockedBundle } from './bundles.queries.js';
import { BundleJournal } from './bundle-journal.js';

/** Attempts of a create. Each failure means that another request has taken one more of its ids and SKUs. */
const TRIES = 50;

/** Adds the problems of one bundle to those of the request. */
type AddProblems = (all: FieldErrors, position: number, errors: FieldErrors) => void;

const OF_ONE: AddProblems = (all, _position, errors) => Object.assign(all, errors);

/**
 * Writes validated bundles: runs the hooks, stores the bundles, records events and audit entries. An id or SKU that another
 * request takes between validation and write is refused as if it had existed before.
 */
@Injectable()
export class BundleWriter {
  constructor(
    private readonly db: Database,
    private readonly queries: BundleQueries,
    private readonly journal: BundleJournal,
    private readonly prices: PriceJournal,
    private readonly handlers: HandlerRegistry,
  ) {}

  /**
   * Runs a transaction that creates bundles. It runs again when another one has just taken a bundle id or a SKU.
   * @throws AppError VALIDATION when that happens in every attempt
   */
  async creating<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.db.transaction(work, (error, tried) => tried < TRIES && takenField(error) !== undefined);
    } catch (error) {
      const taken = takenField(error);
      throw taken === undefined ? error : AppError.of(taken);
    }
  }

  /**
   * Creates bundles of one type with one statement, within {@link creating}.
   * @param context of all of them
   * @throws AppError VALIDATION when a hook has set an id or a SKU that is taken
   */
  async create(
    tx: EntityManager,
    caller: Caller,
    bundles: readonly BundleState[],
    context: CreateContext,
    addProblems = OF_ONE,
  ): Promise<void> {
    const [first] = bundles;
    if (first === undefined) return;
    const { product_type } = first;
    const validated = textsOf(bundles);
    for (const bundle of bundles) await this.handlers.runHooks('bundle.create', tx, { caller, bundle });
    const more = await this.validateHookChanges(tx, product_type, validated, bundles, addProblems);
    const ids = [...context.product_ids, ...more];
    const numbered = bundles.map((bundle) => {
      const products = bundle.products.map((product) => ({ ...product, product_id: ids.shift()! }));
      return { ...bundle, product_type, products };
    });
    this.queries.insert(tx, product_type, caller.actsFor, numbered);
    await this.journal.record(
      tx,
      caller,
      'create',
      numbered.map((after) => ({ after })),
    );
  }

  /**
   * Checks the ids and SKUs that hooks have set against the catalogue.
   * @param validated the ids and SKUs before the hooks ran
   * @returns product ids for the variants that hooks have added
   */
  private async validateHookChanges(
    tx: EntityManager,
    productType: string,
    validated: Texts,
    bundles: readonly BundleState[],
    addProblems: AddProblems,
  ): Promise<number[]> {
    const given = textsOf(bundles);
    const ids = notIn(validated.ids, given.ids);
    const skus = notIn(validated.skus, given.skus);
    if (ids.length === 0 && skus.length === 0 && isDistinct(given.ids) && isDistinct(given.skus)) return [];
    const context = await this.queries.createContext(tx, productType, ids, skus);
    const taken = { ids: new Set(context?.bundle_ids), skus: new Set(context?.skus) };
    const seen = new Set<string>();
    const problems: FieldErrors = {};
    bundles.forEach(({ bundle_id, products }, position) => {
      const errors: FieldErrors = {};
      if (taken.ids.has(bundle_id)) addProblem(errors, 'bundle_id', FAILURES.sameBundleId.message);
      taken.ids.add(bundle_id);
      const variants = products.map(({ sku }) => ({ 'product-sku': sku }));
      validateSkus(errors, variants, (sku) => taken.skus.has(sku), seen);
      addProblems(problems, position, errors);
    });
    if (!isFine(problems)) throw AppError.ofFields('VALIDATION', problems);
    return context?.product_ids ?? [];
  }

  /** Validates the variants of an update: no SKU of another bundle, and no more variants than a bundle may have. */
  async validateVariants(
    tx: EntityManager,
    { key, state }: LockedBundle,
    variants: unknown,
    errors: FieldErrors,
  ): Promise<void> {
    const skus = skusOf(variants);
    const foreign = await this.queries.foreignSkus(tx, key, skus);
    validateSkus(errors, variants, (sku) => foreign.has(sku));
    const all = new Set([...state.products.map(({ sku }) => sku), ...skus]);
    if (errors.varients === undefined && all.size > MAX_VARIANTS)
      addProblem(errors, 'varients', `must not bring the bundle to more than ${MAX_VARIANTS} variants`);
  }

  /**
   * Writes a bundle's new state.
   * @param named SKUs of the variants to write, in the order of the request; other variants stay
   * @throws AppError VALIDATION when a new SKU has just been taken
   */
  async update(
    tx: EntityManager,
    caller: Caller,
    before: LockedBundle,
    bundle: BundleState,
    named: readonly string[],
  ): Promise<void> {
    await this.handlers.runHooks('bundle.update', tx, { caller, bundle });
    const products = bundle.products.filter(({ sku }) => named.includes(sku));
    const ids = await this.queries.update(tx, before.key, bundle, products);
    const taken = takenSkus(named, ids);
    if (taken !== undefined) throw AppError.ofFields('VALIDATION', taken);
    const all = bundle.products.map((one) => ({ ...one, product_id: ids.get(one.sku) ?? one.product_id }));
    const after = { ...bundle, products: all };
    await this.prices.record(tx, caller.uid, before.state.products, all);
    await this.journal.record(tx, caller, 'update', [{ before: before.state, after }]);
  }
}

/** The unique texts of bundles. */
interface Texts {
  ids: string[];
  skus: string[];
}

function textsOf(bundles: readonly BundleState[]): Texts {
  return {
    ids: bundles.map(({ bundle_id }) => bundle_id),
    skus: bundles.flatMap(({ products }) => products.map(({ sku }) => sku)),
  };
}

function notIn(known: readonly string[], texts: readonly string[]): string[] {
  const all = new Set(known);
  return texts.filter((text) => !all.has(text));
}

function isDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** The error for a violated unique constraint. */
function takenField(error: unknown): Failure | undefined {
  const constraint = brokenConstraint(error);
  if (constraint === 'bundles_live_bundle_id') return FAILURES.sameBundleId;
  if (constraint === 'products_live_sku') return FAILURES.foreignSku;
  return undefined;
}

function takenSkus(skus: readonly string[], stored: ReadonlyMap<string, number>): FieldErrors | undefined {
  const errors: FieldErrors = {};
  skus.forEach((sku, index) => {
    if (!stored.has(sku)) addProblem(errors, 'varients', FAILURES.foreignSku.message, `varients[${index}].product-sku`);
  });
  return errors.varients === undefined ? undefined : errors;
}
