import { Injectable } from '@nestjs/common';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import type { Party } from '#common/custom-fields/index.js';
import { Database } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { addProblem, addProblems, asSent, copyProblems, isFine, type Validated } from '#common/validation/index.js';
import { BundleWriter } from '../bundle-writer.js';
import { Bundle, type BundleState } from '../bundle.entity.js';
import { FAILURES } from '../bundle.failures.js';
import { skusOf, validateSkus, validateTypedAttributes, validateTypedVariants } from '../bundle.rules.js';
import { newBundle, updatedBundle, withCustomFields } from '../bundle.state.js';
import { BundleQueries, type CreateContext, type LockedBundle } from '../bundles.queries.js';
import {
  type AdminBundleView,
  type CreateAdminBundleDto,
  toAdminBundleView,
  type UpdateAdminBundleDto,
} from './admin-bundles.dto.js';

/** A bundle that can be created, with what its product type says; without what is wrong with it. */
export type NewBundle =
  | { readonly bundle: BundleState; readonly type: CreateContext; readonly errors: FieldErrors }
  | { readonly bundle?: undefined; readonly type?: undefined; readonly errors: FieldErrors };

/** Bundles of any product type, for super admins. See docs/spec/service.md#5 and #8. */
@Injectable()
export class BundleAdminService {
  constructor(
    private readonly db: Database,
    private readonly queries: BundleQueries,
    private readonly writer: BundleWriter,
  ) {}

  /**
   * One bundle.
   * @throws AppError NOT_FOUND
   */
  async get(caller: Caller, bundleId: string): Promise<AdminBundleView> {
    return this.view(caller, this.db.manager, bundleId);
  }

  /**
   * Creates a bundle of any product type.
   * @throws AppError VALIDATION with all that is wrong
   */
  async create(caller: Caller, sent: Validated<CreateAdminBundleDto>): Promise<AdminBundleView> {
    return this.writer.creating(async (tx) => {
      const { bundle, type, errors } = await this.validateNew(tx, sent, caller);
      if (bundle === undefined) throw AppError.ofFields('VALIDATION', errors);
      await this.writer.create(tx, caller, [bundle], type);
      return this.view(caller, tx, bundle.bundle_id);
    });
  }

  /**
   * A new bundle of any product type, or all that is wrong with it; it is not written.
   * @param by who creates it
   * @param seen SKUs of bundles that are created with it; its own are added
   */
  async validateNew(
    tx: EntityManager,
    { dto: sent, errors: found }: Validated<CreateAdminBundleDto>,
    by: Party,
    seen?: Set<string>,
  ): Promise<NewBundle> {
    const errors = copyProblems(found);
    const dto = withCustomFields(sent, by, true, errors);
    const type = await this.validateCreate(tx, dto, errors, seen);
    if (type === undefined || !isFine(errors)) return { errors };
    return { bundle: newBundle(type, dto, dto), type, errors };
  }

  /**
   * Changes a bundle of any product type; what is not sent stays.
   * @throws AppError NOT_FOUND; VALIDATION with all that is wrong
   */
  async update(
    caller: Caller,
    bundleId: string,
    { dto: sent, errors: found }: Validated<UpdateAdminBundleDto>,
  ): Promise<AdminBundleView> {
    return this.db.transaction(async (tx) => {
      const bundle = await this.queries.lock(tx, bundleId);
      if (bundle === undefined) throw AppError.notFound('bundle');
      const errors = copyProblems(found);
      await this.validateUpdate(tx, bundle, sent, errors);
      const dto = withCustomFields(sent, caller, false, errors);
      if (!isFine(errors)) throw AppError.ofFields('VALIDATION', errors);
      await this.writer.update(tx, caller, bundle, updatedBundle(bundle.type, bundle.state, dto), skusOf(dto.varients));
      return this.view(caller, tx, bundleId);
    });
  }

  private async validateCreate(
    tx: EntityManager,
    { product_type, bundle_id, varients, attributes }: CreateAdminBundleDto,
    errors: FieldErrors,
    seen?: Set<string>,
  ): Promise<CreateContext | undefined> {
    const skus = skusOf(varients);
    const ids = typeof bundle_id === 'string' ? [bundle_id] : [];
    const context =
      errors.product_type === undefined ? await this.queries.createContext(tx, product_type, ids, skus) : undefined;
    if (context === undefined && errors.product_type === undefined)
      addProblem(errors, 'product_type', 'does not exist');
    if (context !== undefined) {
      if (context.bundle_ids.length > 0) addProblem(errors, 'bundle_id', FAILURES.sameBundleId.message);
      addProblems(errors, 'varients', validateTypedVariants(context, varients));
      addProblems(errors, 'attributes', validateTypedAttributes(context, attributes));
      validateSkus(errors, varients, (sku) => context.skus.includes(sku), seen);
    }
    return context;
  }

  private async validateUpdate(
    tx: EntityManager,
    bundle: LockedBundle,
    dto: UpdateAdminBundleDto,
    errors: FieldErrors,
  ): Promise<void> {
    const sent = asSent(dto);
    for (const field of ['bundle_id', 'product_type'] as const) {
      if (sent[field] !== undefined && sent[field] !== bundle.state[field])
        addProblem(errors, field, 'cannot be changed');
    }
    addProblems(errors, 'varients', validateTypedVariants(bundle.type, dto.varients));
    addProblems(errors, 'attributes', validateTypedAttributes(bundle.type, dto.attributes));
    await this.writer.validateVariants(tx, bundle, dto.varients, errors);
  }

  private async view(caller: Caller, tx: EntityManager, bundleId: string): Promise<AdminBundleView> {
    const bundle = await wholeBundles(tx).where('b.bundleId = :bundleId', { bundleId }).getOne();
    if (bundle === null) throw AppError.notFound('bundle');
    return toAdminBundleView(bundle, caller);
  }
}

/** Bundles with their variants and the label of their type, of one snapshot. */
export function wholeBundles(tx: EntityManager): SelectQueryBuilder<Bundle> {
  return tx.createQueryBuilder(Bundle, 'b').addSelect(['b.products', 'b.productTypeLabel']);
}
