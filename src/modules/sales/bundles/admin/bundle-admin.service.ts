import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { addProblem, addProblems, asSent, type Validated } from '#common/validation/index.js';
import type { AdminBundlesQuery, CreateAdminBundleDto, UpdateAdminBundleDto } from './bundle-admin.dto.js';
import { BundleAdminQueries } from './bundle-admin.queries.js';
import type { AdminBundleView } from './bundle-admin.view.js';
import { FAILURES } from '../bundle.failures.js';
import { copyProblems, isFine, validateSkus, skusOf } from '../bundle.rules.js';
import { newBundle, updatedBundle } from '../bundle.state.js';
import { BundleWriter } from '../bundle-writer.js';
import { BundleQueries, type CreateContext, type LockedBundle } from '../bundles.queries.js';
import { validateTypedAttributes, validateTypedVariants } from '../typed-bundle.rules.js';

const PATH = '/admin/api/bundles/';

/** Bundles of any product type, for super admins. See docs/spec/service.md#5 and #8. */
@Injectable()
export class BundleAdminService {
  constructor(
    private readonly db: Database,
    private readonly reads: BundleAdminQueries,
    private readonly queries: BundleQueries,
    private readonly writer: BundleWriter,
    private readonly pager: Pager,
  ) {}

  /** A page of bundles, newest first. */
  async list(query: AdminBundlesQuery): Promise<Page<AdminBundleView>> {
    return this.pager.page(PATH, query, await this.reads.list(query, Pager.bounds(query)));
  }

  /**
   * One bundle.
   * @throws AppError NOT_FOUND
   */
  async get(bundleId: string): Promise<AdminBundleView> {
    return this.view(null, bundleId);
  }

  /**
   * Creates a bundle of any product type.
   * @throws AppError VALIDATION with all that is wrong
   */
  async create(caller: Caller, { dto, errors: found }: Validated<CreateAdminBundleDto>): Promise<AdminBundleView> {
    return this.writer.creating(async (tx) => {
      const errors = copyProblems(found);
      const type = await this.validateCreate(tx, dto, errors);
      if (type === undefined || !isFine(errors)) throw AppError.ofFields('VALIDATION', errors);
      await this.writer.create(tx, caller, [newBundle(type, dto, dto)], type);
      return this.view(tx, dto.bundle_id);
    });
  }

  /**
   * Changes a bundle of any product type; what is not sent stays.
   * @throws AppError NOT_FOUND; VALIDATION with all that is wrong
   */
  async update(
    caller: Caller,
    bundleId: string,
    { dto, errors: found }: Validated<UpdateAdminBundleDto>,
  ): Promise<AdminBundleView> {
    return this.db.transaction(async (tx) => {
      const bundle = await this.queries.lock(tx, bundleId);
      if (bundle === undefined) throw AppError.notFound('bundle');
      const errors = copyProblems(found);
      await this.validateUpdate(tx, bundle, dto, errors);
      if (!isFine(errors)) throw AppError.ofFields('VALIDATION', errors);
      await this.writer.update(tx, caller, bundle, updatedBundle(bundle.type, bundle.state, dto), skusOf(dto.varients));
      return this.view(tx, bundleId);
    });
  }

  private async validateCreate(
    tx: EntityManager,
    { product_type, bundle_id, varients, attributes }: CreateAdminBundleDto,
    errors: FieldErrors,
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
      validateSkus(errors, varients, (sku) => context.skus.includes(sku));
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

  private async view(tx: EntityManager | null, bundleId: string): Promise<AdminBundleView> {
    const bundle = await this.reads.find(tx, bundleId);
    if (bundle === undefined) throw AppError.notFound('bundle');
    return bundle;
  }
}
