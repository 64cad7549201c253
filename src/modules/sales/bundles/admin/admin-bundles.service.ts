import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import {
  Conditions,
  Database,
  EXACT_FIRST,
  exactFirst,
  isText,
  likePattern,
  Replica,
  searched,
  statement,
  type Statement,
} from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { type Counted, type Page, Pager } from '#common/http/pagination.js';
import { addProblem, addProblems, asSent, type Validated } from '#common/validation/index.js';
import { BundleWriter } from '../bundle-writer.js';
import type { BundleState } from '../bundle.entity.js';
import { FAILURES } from '../bundle.failures.js';
import {
  copyProblems,
  isFine,
  skusOf,
  validateSkus,
  validateTypedAttributes,
  validateTypedVariants,
} from '../bundle.rules.js';
import { newBundle, updatedBundle } from '../bundle.state.js';
import { BUNDLE_COLUMNS, BundleQueries, type CreateContext, type LockedBundle } from '../bundles.queries.js';
import type { Bounds } from '../catalogue/catalogue.queries.js';
import {
  type AdminBundlesQuery,
  type AdminBundleView,
  type CreateAdminBundleDto,
  toAdminBundleView,
  type UpdateAdminBundleDto,
} from './admin-bundles.dto.js';

type AdminRow = BundleState & { vendor_uid: number; created_at: Date; updated_at: Date };

const SELECT = `SELECT ${BUNDLE_COLUMNS}, b.vendor_uid, b.created_at, b.updated_at,
  (SELECT coalesce(json_agg(json_build_object('product_id', p.id, 'sku', p.sku, 'name', p.name, 'price', p.price,
     'wholesale_price', p.wholesale_price, 'other_fields', p.other_fields, 'status', p.status) ORDER BY p.id), '[]')
     FROM products p WHERE p.bundle_key = b.id AND p.deleted_at IS NULL) AS products
  FROM bundles b`;

const MATCHING = (where: string): string => `FROM bundles b WHERE b.deleted_at IS NULL AND ${where}`;
const FIND = statement('bundle-admin.find', `${SELECT} WHERE b.bundle_id = $1 AND b.deleted_at IS NULL`);

/** SQL of bundles as the admin module reads them. */
@Injectable()
export class BundleAdminQueries {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
  ) {}

  /** A page of bundles of all types, newest first; with a text what has exactly this id or SKU comes first. */
  async list(query: AdminBundlesQuery, { limit, offset }: Bounds): Promise<Counted<AdminBundleView>> {
    const filters = new Conditions()
      .and('type', (type) => `b.product_type = ${type}`, query.product_type || undefined)
      .and('status', (one) => `b.status = ${one}`, query.status);
    if (query.search) return this.search(filters, query.search, { limit, offset });
    const count = filters.statement('bundle-admin.count', (where) => `SELECT count(*) AS count ${MATCHING(where)}`);
    const [rows, [counted]] = await Promise.all([
      this.replica.queryAnnounced<AdminRow>(page(filters), [...filters.values, limit, offset]),
      this.replica.queryAnnounced<{ count: number }>(count, filters.values),
    ]);
    return { rows: rows.map(toAdminBundleView), count: counted?.count ?? 0 };
  }

  private async search(filters: Conditions, text: string, bounds: Bounds): Promise<Counted<AdminBundleView>> {
    const sql = found(filters, text, bounds);
    const rows = await this.replica.queryAnnounced<{ count: number } & (AdminRow | { bundle_id: null })>(
      sql,
      filters.values,
    );
    const bundles = rows.filter((row): row is { count: number } & AdminRow => row.bundle_id !== null);
    return { rows: bundles.map(({ count: _, ...bundle }) => toAdminBundleView(bundle)), count: rows[0]?.count ?? 0 };
  }

  /** A live bundle. */
  async find(tx: EntityManager | null, bundleId: string): Promise<AdminBundleView | undefined> {
    const row = await this.db.queryOne<AdminRow>(tx, FIND, [bundleId]);
    return row === undefined ? undefined : toAdminBundleView(row);
  }
}

/** The page is cut before its bundles are assembled, so skipped bundles cost nothing. */
function page(filters: Conditions): Statement {
  const at = filters.values.length;
  return filters.statement(
    'bundle-admin.list',
    (where) => `${SELECT} JOIN (
      SELECT b.id ${MATCHING(where)} ORDER BY b.id DESC LIMIT $${at + 1} OFFSET $${at + 2}) page ON page.id = b.id
    ORDER BY b.id DESC`,
  );
}

/** Names and ids are texts of bundles, SKUs of products: one search for each table. */
function found(filters: Conditions, text: string, bounds: Bounds): Statement {
  const [exact, pattern] = [filters.bind(text), filters.bind(likePattern(text))];
  const [limit, offset] = [filters.bind(bounds.limit), filters.bind(bounds.offset)];
  const products = 'JOIN products p ON p.bundle_key = b.id AND p.deleted_at IS NULL';
  return filters.planned((where) => {
    const matching = exactFirst({
      id: 'b.id',
      sort: 'b.id',
      from: 'bundles b',
      where: `b.deleted_at IS NULL AND ${where}`,
      exact: `${isText('b.bundle_id', exact)} OR b.id = ANY (ARRAY(
        SELECT p.bundle_key FROM products p WHERE ${isText('p.sku', exact)} AND p.deleted_at IS NULL))`,
      others: [
        `${searched('b.name')} ILIKE ${pattern} OR ${searched('b.bundle_id')} ILIKE ${pattern}`,
        { join: products, where: `${searched('p.sku')} ILIKE ${pattern}` },
      ],
    });
    return `WITH found AS MATERIALIZED (${matching}),
        page AS (SELECT * FROM found ORDER BY ${EXACT_FIRST} LIMIT ${limit} OFFSET ${offset})
      SELECT counted.count, found.* FROM (SELECT count(*) AS count FROM found) counted LEFT JOIN page ON true
        LEFT JOIN LATERAL (${SELECT} WHERE b.id = page.id) found ON true
      ORDER BY page.is_exact DESC, page.sort DESC`;
  });
}

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
