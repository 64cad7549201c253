import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { AppError, type FieldErrors } from '../../common/errors/app-error.js';
import { Pager, type Page } from '../../common/http/pagination.js';
import { addProblem } from '../../common/validation/index.js';
import type {
  AdminBundlesQuery,
  AdminBundleView,
  CreateAdminBundleDto,
  UpdateAdminBundleDto,
} from './bundle-admin.dto.js';
import type { JudgedBody } from './bundle-admin.pipe.js';
import { BundleAdminQueries } from './bundle-admin.queries.js';
import { changedTypedBundle, newTypedBundle } from './bundle-admin.state.js';
import { MAX_VARIANTS } from './bundle.dto.js';
import { MESSAGES } from './bundle.messages.js';
import { copyProblems, isFine, judgeSkus, skusOf } from './bundle.rules.js';
import { BundleWriter } from './bundle-writer.js';
import { BundleQueries, type CreateContext, type LockedBundle } from './bundles.queries.js';
import { judgeTypedAttributes, judgeTypedVariants } from './typed-bundle.rules.js';

const PATH = '/admin/api/bundles/';

/** Bundles of any product type, for super admins. Sections 5 and 8 of the decisions. */
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
  async create(
    caller: Caller,
    { dto, errors: found, plain }: JudgedBody<CreateAdminBundleDto>,
  ): Promise<AdminBundleView> {
    return this.writer.creating(async (tx) => {
      const errors = copyProblems(found);
      const type = await this.judgeCreate(tx, dto, plain, errors);
      if (type === undefined || !isFine(errors)) throw AppError.ofFields('VALIDATION', errors);
      await this.writer.create(tx, caller, [newTypedBundle(type, dto, plain)], type);
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
    { dto, errors: found, plain }: JudgedBody<UpdateAdminBundleDto>,
  ): Promise<AdminBundleView> {
    return this.db.transaction(async (tx) => {
      const bundle = await this.queries.lock(tx, bundleId);
      if (bundle === undefined) throw AppError.notFound('bundle');
      const errors = copyProblems(found);
      const skus = skusOf(plain.varients).map(({ sku }) => sku);
      await this.judgeUpdate(tx, bundle, plain, skus, errors);
      if (!isFine(errors)) throw AppError.ofFields('VALIDATION', errors);
      await this.writer.update(tx, caller, bundle, changedTypedBundle(bundle.type, bundle.state, dto, plain), skus);
      return this.view(tx, bundleId);
    });
  }

  private async judgeCreate(
    tx: EntityManager,
    { product_type, bundle_id }: CreateAdminBundleDto,
    plain: Record<string, unknown>,
    errors: FieldErrors,
  ): Promise<CreateContext | undefined> {
    const skus = skusOf(plain.varients).map(({ sku }) => sku);
    const ids = typeof bundle_id === 'string' ? [bundle_id] : [];
    const context =
      errors.product_type === undefined ? await this.queries.createContext(tx, product_type, ids, skus) : undefined;
    if (context === undefined && errors.product_type === undefined)
      addProblem(errors, 'product_type', 'does not exist');
    if (context !== undefined) {
      if (context.bundle_ids.length > 0) addProblem(errors, 'bundle_id', MESSAGES.sameBundleId);
      judgeTypedVariants(errors, context, plain.varients);
      judgeTypedAttributes(errors, context, plain.attributes);
    }
    judgeSkus(errors, plain.varients, (sku) => context?.skus.includes(sku) === true);
    return context;
  }

  private async judgeUpdate(
    tx: EntityManager,
    { key, type, state }: LockedBundle,
    plain: Record<string, unknown>,
    skus: string[],
    errors: FieldErrors,
  ): Promise<void> {
    for (const field of ['bundle_id', 'product_type'] as const) {
      if (plain[field] !== undefined && plain[field] !== state[field]) addProblem(errors, field, 'cannot be changed');
    }
    judgeTypedVariants(errors, type, plain.varients);
    judgeTypedAttributes(errors, type, plain.attributes);
    const foreign = await this.queries.foreignSkus(tx, key, skus);
    judgeSkus(errors, plain.varients, (sku) => foreign.has(sku));
    const all = new Set([...state.products.map(({ sku }) => sku), ...skus]);
    if (all.size > MAX_VARIANTS)
      addProblem(errors, 'varients', `must not bring the bundle to more than ${MAX_VARIANTS} variants`);
  }

  private async view(tx: EntityManager | null, bundleId: string): Promise<AdminBundleView> {
    const bundle = await this.reads.find(tx, bundleId);
    if (bundle === undefined) throw AppError.notFound('bundle');
    return bundle;
  }
}
