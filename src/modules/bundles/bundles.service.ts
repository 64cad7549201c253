import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { AppError, type FieldErrors } from '../../common/errors/app-error.js';
import { addProblem, type Judged } from '../../common/validation/index.js';
import { BundleWriter } from './bundle-writer.js';
import { MAX_VARIANTS, type BundleDto } from './bundle.dto.js';
import { MESSAGES } from './bundle.messages.js';
import { API_PRODUCT_TYPE, copyProblems, isFine, judgeApiType, judgeSkus, skusOf } from './bundle.rules.js';
import { newBundle, updatedBundle } from './bundle.state.js';
import { BundleQueries, type LockedBundle } from './bundles.queries.js';

/** Creates and updates bundles of the API product type. Sections 4.3 and 7.3. */
@Injectable()
export class BundlesService {
  constructor(
    private readonly db: Database,
    private readonly queries: BundleQueries,
    private readonly writer: BundleWriter,
  ) {}

  /**
   * Creates a bundle; its vendor is the user for whom the caller acts.
   * @throws AppError REQUEST_REFUSED without the API product type; VALIDATION with all that is wrong
   */
  async create(caller: Caller, judged: Judged<BundleDto>): Promise<void> {
    await this.writer.creating(async (tx) => {
      const { dto } = judged;
      const errors = copyProblems(judged.errors);
      const skus = skusOf(dto.varients).map(({ sku }) => sku);
      const context = await this.queries.createContext(tx, API_PRODUCT_TYPE, [dto.bundle_id].filter(isText), skus);
      if (context === undefined) throw new AppError('REQUEST_REFUSED', MESSAGES.typeMissing);
      if (context.bundle_ids.length > 0) addProblem(errors, 'bundle_id', MESSAGES.sameBundleId);
      judgeApiType(errors, context);
      judgeSkus(errors, dto.varients, (sku) => context.skus.includes(sku));
      if (!isFine(errors)) throw AppError.ofFields('VALIDATION', errors);
      await this.writer.create(tx, caller, [newBundle(API_PRODUCT_TYPE, dto)], context);
    });
  }

  /**
   * Replaces a bundle's names, texts and attributes; updates or adds the variants that are named.
   * @throws AppError INVALID_INPUT when anything is wrong with the bundle id, else VALIDATION, with all that is wrong
   */
  async update(caller: Caller, judged: Judged<BundleDto>): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { dto } = judged;
      const errors = copyProblems(judged.errors);
      const bundle = await this.lock(tx, dto, errors);
      if (bundle !== undefined) await this.judgeUpdate(tx, bundle, dto, errors);
      else judgeSkus(errors, dto.varients, () => false);
      if (bundle === undefined || !isFine(errors))
        throw AppError.ofFields('bundle_id' in errors ? 'INVALID_INPUT' : 'VALIDATION', errors);
      await this.writer.update(
        tx,
        caller,
        bundle,
        updatedBundle(bundle.state, dto),
        dto.varients.map((variant) => variant['product-sku']),
      );
    });
  }

  /** The bundle to update; what is wrong with its id is added to the problems. */
  private async lock(
    tx: EntityManager,
    { bundle_id }: BundleDto,
    errors: FieldErrors,
  ): Promise<LockedBundle | undefined> {
    if (errors.bundle_id !== undefined || !isText(bundle_id)) return undefined;
    const bundle = await this.queries.lock(tx, bundle_id);
    if (bundle === undefined) addProblem(errors, 'bundle_id', MESSAGES.notThere);
    else if (bundle.state.product_type !== API_PRODUCT_TYPE) addProblem(errors, 'bundle_id', MESSAGES.otherType);
    return bundle;
  }

  private async judgeUpdate(
    tx: EntityManager,
    { key, type, state }: LockedBundle,
    dto: BundleDto,
    errors: FieldErrors,
  ): Promise<void> {
    if (state.product_type === API_PRODUCT_TYPE) judgeApiType(errors, type);
    const skus = skusOf(dto.varients).map(({ sku }) => sku);
    const foreign = await this.queries.foreignSkus(tx, key, skus);
    judgeSkus(errors, dto.varients, (sku) => foreign.has(sku));
    const all = new Set([...state.products.map(({ sku }) => sku), ...skus]);
    if (errors.varients === undefined && all.size > MAX_VARIANTS) {
      addProblem(errors, 'varients', `must not bring the bundle to more than ${MAX_VARIANTS} variants`);
    }
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
