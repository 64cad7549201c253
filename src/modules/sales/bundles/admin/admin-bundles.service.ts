import { Injectable } from '@nestjs/common';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { customFieldFilters, narrow } from '#common/custom-fields/index.js';
import { Database, isText, Replica, searched } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import type { ExactFirst } from '#common/http/exact-first.js';
import { type Page, Pager } from '#common/http/pagination.js';
import { addProblem, addProblems, asSent, type Validated } from '#common/validation/index.js';
import { BundleWriter } from '../bundle-writer.js';
import { Bundle, Product } from '../bundle.entity.js';
import { FAILURES } from '../bundle.failures.js';
import {
  copyProblems,
  isFine,
  skusOf,
  validateSkus,
  validateTypedAttributes,
  validateTypedVariants,
} from '../bundle.rules.js';
import { newBundle, updatedBundle, withCustomFields } from '../bundle.state.js';
import { BundleQueries, type CreateContext, type LockedBundle } from '../bundles.queries.js';
import {
  type AdminBundlesQuery,
  type AdminBundleView,
  type CreateAdminBundleDto,
  toAdminBundleView,
  type UpdateAdminBundleDto,
} from './admin-bundles.dto.js';

/** What has exactly this id or SKU, then what has it in its name, id or a SKU. */
const BUNDLES_FOUND: ExactFirst = {
  exact: `${isText('b.bundle_id', ':search')} OR b.id = ANY (ARRAY(
    SELECT p.bundle_key FROM products p WHERE ${isText('p.sku', ':search')} AND p.deleted_at IS NULL))`,
  others: [
    `${searched('b.name')} ILIKE :pattern OR ${searched('b.bundle_id')} ILIKE :pattern`,
    { table: Product, alias: 'p', on: 'p.bundle_key = b.id', where: `${searched('p.sku')} ILIKE :pattern` },
  ],
};

const PATH = '/admin/api/bundles/';

/** Bundles of any product type, for super admins. See docs/spec/service.md#5 and #8. */
@Injectable()
export class BundleAdminService {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly queries: BundleQueries,
    private readonly writer: BundleWriter,
    private readonly pager: Pager,
  ) {}

  /** A page of bundles, newest first. */
  async list(caller: Caller, sent: AdminBundlesQuery): Promise<Page<AdminBundleView>> {
    const filtered = customFieldFilters('bundles', sent, caller);
    const { query } = filtered;
    const newest = wholeBundles(this.db.manager).orderBy('b.id', 'DESC');
    const all = this.replica.throughAnnounced(narrow(newest, 'b.custom_fields', filtered));
    const given = { ...query, product_type: query.product_type || undefined };
    const filters = {
      product_type: 'b.product_type = :product_type',
      status: 'b.status = :status',
      search: BUNDLES_FOUND,
    };
    const { rows, count } = await Pager.find(given, all, filters);
    const views = rows.map((bundle) => toAdminBundleView(bundle, caller));
    return this.pager.page(PATH, query, { rows: views, count });
  }

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
  async create(
    caller: Caller,
    { dto: sent, errors: found }: Validated<CreateAdminBundleDto>,
  ): Promise<AdminBundleView> {
    return this.writer.creating(async (tx) => {
      const errors = copyProblems(found);
      const dto = withCustomFields(sent, caller, true, errors);
      const type = await this.validateCreate(tx, dto, errors);
      if (type === undefined || !isFine(errors)) throw AppError.ofFields('VALIDATION', errors);
      await this.writer.create(tx, caller, [newBundle(type, dto, dto)], type);
      return this.view(caller, tx, dto.bundle_id);
    });
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

  private async view(caller: Caller, tx: EntityManager, bundleId: string): Promise<AdminBundleView> {
    const bundle = await wholeBundles(tx).where('b.bundleId = :bundleId', { bundleId }).getOne();
    if (bundle === null) throw AppError.notFound('bundle');
    return toAdminBundleView(bundle, caller);
  }
}

/** Bundles with their variants, of one snapshot. */
function wholeBundles(tx: EntityManager): SelectQueryBuilder<Bundle> {
  return tx.createQueryBuilder(Bundle, 'b').addSelect('b.products');
}
