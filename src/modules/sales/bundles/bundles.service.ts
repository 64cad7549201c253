import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { addProblem, copyProblems, isFine, type Validated } from '#common/validation/index.js';
import { BundleWriter } from './bundle-writer.js';
import type { BundleDto } from './bundle.dto.js';
import { FAILURES } from './bundle.failures.js';
import { API_PRODUCT_TYPE, validateApiType, validateSkus, skusOf } from './bundle.rules.js';
import { newBundle, updatedBundle, withCustomFields } from './bundle.state.js';
import { BundleQueries, type LockedBundle } from './bundles.queries.js';

/** Creates and updates bundles of the API product type. See docs/spec/commerce-api.md#4.3 and #7.3. */
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
  async create(caller: Caller, validated: Validated<BundleDto>): Promise<void> {
    await this.writer.creating(async (tx) => {
      const errors = copyProblems(validated.errors);
      const dto = withCustomFields(validated.dto, 'client', true, errors);
      const skus = skusOf(dto.varients);
      const context = await this.queries.createContext(tx, API_PRODUCT_TYPE, [dto.bundle_id].filter(isText), skus);
      if (context === undefined) throw AppError.of(FAILURES.typeMissing);
      if (context.bundle_ids.length > 0) addProblem(errors, 'bundle_id', FAILURES.sameBundleId.message);
      validateApiType(errors, context);
      validateSkus(errors, dto.varients, (sku) => context.skus.includes(sku));
      if (!isFine(errors)) throw AppError.ofFields('VALIDATION', errors);
      const bundle = newBundle(context, { bundle_id: dto.bundle_id, product_type: API_PRODUCT_TYPE }, dto);
      await this.writer.create(tx, caller, [bundle], context);
    });
  }

  /**
   * Replaces a bundle's names, texts and attributes; updates or adds the variants of the request.
   * @throws AppError INVALID_INPUT when anything is wrong with the bundle id, else VALIDATION, with all that is wrong
   */
  async update(caller: Caller, validated: Validated<BundleDto>): Promise<void> {
    await this.db.transaction(async (tx) => {
      const errors = copyProblems(validated.errors);
      const dto = withCustomFields(validated.dto, 'client', true, errors);
      const bundle = await this.lock(tx, dto, errors);
      if (bundle?.state.product_type === API_PRODUCT_TYPE) validateApiType(errors, bundle.type);
      if (bundle !== undefined) await this.writer.validateVariants(tx, bundle, dto.varients, errors);
      if (bundle === undefined || !isFine(errors))
        throw AppError.ofFields('bundle_id' in errors ? 'INVALID_INPUT' : 'VALIDATION', errors);
      await this.writer.update(tx, caller, bundle, updatedBundle(bundle.type, bundle.state, dto), skusOf(dto.varients));
    });
  }

  /** Locks the bundle to update; adds what is wrong with its id to the problems. */
  private async lock(
    tx: EntityManager,
    { bundle_id }: BundleDto,
    errors: FieldErrors,
  ): Promise<LockedBundle | undefined> {
    if (errors.bundle_id !== undefined || !isText(bundle_id)) return undefined;
    const bundle = await this.queries.lock(tx, bundle_id);
    if (bundle === undefined) addProblem(errors, 'bundle_id', FAILURES.notThere.message);
    else if (bundle.state.product_type !== API_PRODUCT_TYPE)
      addProblem(errors, 'bundle_id', FAILURES.otherType.message);
    return bundle;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
