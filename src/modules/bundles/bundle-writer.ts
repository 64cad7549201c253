import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { AppError, type FieldErrors } from '../../common/errors/app-error.js';
import { brokenConstraint } from '../../common/errors/database-errors.js';
import { ExtensionRegistry } from '../../common/events/index.js';
import { addProblem } from '../../common/validation/index.js';
import { BundleJournal } from './bundle-journal.js';
import './bundle.hooks.js';
import { MESSAGES } from './bundle.messages.js';
import { isFine, judgeSkus } from './bundle.rules.js';
import type { BundleState } from './bundle.state.js';
import { BundleQueries, type CreateContext, type LockedBundle } from './bundles.queries.js';

/** How often a create is tried. Whenever it fails, another request has taken one more of its ids and SKUs. */
const TRIES = 50;

/** How problems of one of several bundles come among those of the request. */
type AddProblems = (all: FieldErrors, position: number, errors: FieldErrors) => void;

const OF_ONE: AddProblems = (all, _position, errors) => Object.assign(all, errors);

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
   * @throws AppError VALIDATION when others have taken them at each of its tries
   */
  async creating<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.db.transaction(work, (error, tried) => tried < TRIES && takenField(error) !== undefined);
    } catch (error) {
      const taken = takenField(error);
      throw taken === undefined ? error : AppError.ofField('VALIDATION', ...taken);
    }
  }

  /**
   * Creates bundles of one type, with one statement; within {@link creating}.
   * @param context of all of them
   * @throws AppError VALIDATION when a hook has given them ids or SKUs that are taken
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
    const judged = textsOf(bundles);
    for (const bundle of bundles) await this.extensions.run('bundle.create', tx, { caller, bundle });
    const more = await this.judgeGiven(tx, product_type, judged, bundles, addProblems);
    const ids = [...context.product_ids, ...more];
    const numbered = bundles.map((bundle) => {
      const products = bundle.products.map((product) => ({ ...product, product_id: ids.shift()! }));
      return { ...bundle, product_type, products };
    });
    this.queries.insert(tx, product_type, caller.actsFor, numbered);
    await this.journal.created(tx, caller, numbered);
  }

  /**
   * Holds what hooks have given bundles against the catalogue, as the rest was.
   * @param judged the ids and SKUs before the hooks
   * @returns ids for the variants that hooks have added
   */
  private async judgeGiven(
    tx: EntityManager,
    productType: string,
    judged: Texts,
    bundles: readonly BundleState[],
    addProblems: AddProblems,
  ): Promise<number[]> {
    const given = textsOf(bundles);
    const ids = notIn(judged.ids, given.ids);
    const skus = notIn(judged.skus, given.skus);
    if (ids.length === 0 && skus.length === 0 && isDistinct(given.ids) && isDistinct(given.skus)) return [];
    const context = await this.queries.createContext(tx, productType, ids, skus);
    const taken = { ids: new Set(context?.bundle_ids), skus: new Set(context?.skus) };
    const seen = new Set<string>();
    const problems: FieldErrors = {};
    bundles.forEach(({ bundle_id, products }, position) => {
      const errors: FieldErrors = {};
      if (taken.ids.has(bundle_id)) addProblem(errors, 'bundle_id', MESSAGES.sameBundleId);
      taken.ids.add(bundle_id);
      const variants = products.map(({ sku }) => ({ 'product-sku': sku }));
      judgeSkus(errors, variants, (sku) => taken.skus.has(sku), seen);
      addProblems(problems, position, errors);
    });
    if (!isFine(problems)) throw AppError.ofFields('VALIDATION', problems);
    return context?.product_ids ?? [];
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

/** The texts of bundles that no two live ones share. */
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
