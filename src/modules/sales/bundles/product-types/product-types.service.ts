import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database, likePattern, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { type Counted, type Page, Pager, type SearchQuery } from '#common/http/pagination.js';
import { haveSameEntries } from '../bundle.rules.js';
import type { Bounds } from '../catalogue/catalogue.queries.js';
import {
  type CountedProductType,
  type CreateProductTypeDto,
  type ProductTypeView,
  toProductTypeView,
  type UpdateProductTypeDto,
} from './product-type.dto.js';

/** A product type as it is stored. */
type ProductTypeRow = Omit<CountedProductType, 'bundles'>;

const BUNDLES = '(SELECT coalesce(sum(live), 0)::bigint FROM bundle_counts c WHERE c.product_type = t.name)';
const MATCHES = `t.deleted_at IS NULL AND (t.name ILIKE $1 OR t.label ILIKE $1)`;

const LIST = statement(
  'product-types.list',
  `SELECT t.name, t.label, t.variant_fields, t.attributes, t.created_at, ${BUNDLES} AS bundles
     FROM product_types t WHERE ${MATCHES} ORDER BY t.name LIMIT $2 OFFSET $3`,
);
const COUNT = statement('product-types.count', `SELECT count(*) AS count FROM product_types t WHERE ${MATCHES}`);

const READ = statement(
  'product-types.read',
  `SELECT t.name, t.label, t.variant_fields, t.attributes, t.created_at, ${BUNDLES} AS bundles
     FROM product_types t WHERE t.name = $1 AND t.deleted_at IS NULL`,
);
const FIND = statement(
  'product-types.find',
  'SELECT t.name, t.label, t.variant_fields, t.attributes FROM product_types t WHERE t.name = $1 AND t.deleted_at IS NULL FOR SHARE',
);

// Counted by a statement after the lock: bundles that were being created while it waited are included.
const LOCK = statement(
  'product-types.lock',
  'SELECT t.name, t.label, t.variant_fields, t.attributes, t.created_at FROM product_types t WHERE t.name = $1 AND t.deleted_at IS NULL FOR UPDATE',
);
const COUNT_BUNDLES = statement(
  'product-types.count-bundles',
  'SELECT coalesce(sum(live), 0)::bigint AS count FROM bundle_counts WHERE product_type = $1',
);

const INSERT = statement(
  'product-types.insert',
  `INSERT INTO product_types AS t (name, label, variant_fields, attributes) VALUES ($1, $2, $3, $4)
   ON CONFLICT (name) DO UPDATE SET label = EXCLUDED.label, variant_fields = EXCLUDED.variant_fields,
     attributes = EXCLUDED.attributes, created_at = now(), deleted_at = NULL
   WHERE t.deleted_at IS NOT NULL
   RETURNING name, label, variant_fields, attributes, created_at`,
);
const UPDATE = statement(
  'product-types.update',
  'UPDATE product_types SET label = $2, variant_fields = $3, attributes = $4 WHERE name = $1',
);
const DELETE = statement('product-types.delete', 'UPDATE product_types SET deleted_at = now() WHERE name = $1');

/** SQL of product types. A deleted one keeps its row, because deleted bundles refer to it; creating it again restores the row. */
@Injectable()
export class ProductTypeQueries {
  constructor(private readonly db: Database) {}

  /** A page of the product types whose name or label contains a text. */
  async list(search: string, { limit, offset }: Bounds): Promise<Counted<CountedProductType>> {
    const pattern = likePattern(search);
    const [rows, counted] = await Promise.all([
      this.db.query<CountedProductType>(null, LIST, [pattern, limit, offset]),
      this.db.queryOne<{ count: number }>(null, COUNT, [pattern]),
    ]);
    return { rows, count: counted?.count ?? 0 };
  }

  /** A product type with the number of its live bundles. */
  read(name: string): Promise<CountedProductType | undefined> {
    return this.db.queryOne<CountedProductType>(null, READ, [name]);
  }

  /** A product type whose fields stay as they are until the transaction ends. */
  find(tx: EntityManager, name: string): Promise<ProductTypeRow | undefined> {
    return this.db.queryOne<ProductTypeRow>(tx, FIND, [name]);
  }

  /** Locks a product type, and counts its live bundles. */
  async lock(tx: EntityManager, name: string): Promise<CountedProductType | undefined> {
    const row = await this.db.queryOne<ProductTypeRow>(tx, LOCK, [name]);
    if (row === undefined) return undefined;
    const counted = await this.db.queryOne<{ count: number }>(tx, COUNT_BUNDLES, [name]);
    return { ...row, bundles: counted?.count ?? 0 };
  }

  /** Stores a new product type; undefined when there is one of this name. */
  insert(
    tx: EntityManager,
    { name, label, variant_fields, attributes }: Omit<ProductTypeRow, 'created_at'>,
  ): Promise<ProductTypeRow | undefined> {
    return this.db.queryOne<ProductTypeRow>(tx, INSERT, [name, label, variant_fields, attributes]);
  }

  /** Writes a product type's label, fields and attributes. */
  async update(tx: EntityManager, { name, label, variant_fields, attributes }: ProductTypeRow): Promise<void> {
    await this.db.query(tx, UPDATE, [name, label, variant_fields, attributes]);
  }

  /** Deletes a product type softly. */
  async delete(tx: EntityManager, name: string): Promise<void> {
    await this.db.query(tx, DELETE, [name]);
  }
}

const PATH = '/admin/api/product-types/';

/** The name is taken; the type cannot change while bundles use it. */
export const EXISTS = {
  code: 'CONFLICT',
  message: 'the product type {name} exists already',
  example: { name: 'external-api-product' },
} as const;
export const IN_USE = {
  code: 'CONFLICT',
  message: '{bundles} of the product type {name}',
  example: { bundles: '12 bundles are', name: 'external-api-product' },
} as const;

/** Product types, administered by super admins. See docs/spec/service.md#5 and #8. */
@Injectable()
export class ProductTypesService {
  constructor(
    private readonly db: Database,
    private readonly queries: ProductTypeQueries,
    private readonly audit: AuditLog,
    private readonly pager: Pager,
  ) {}

  /** Product types by name; `search` is part of a name or label. */
  async list(query: SearchQuery): Promise<Page<ProductTypeView>> {
    const { rows, count } = await this.queries.list(query.search ?? '', Pager.bounds(query));
    return this.pager.page(PATH, query, { rows: rows.map(toProductTypeView), count });
  }

  /**
   * One product type.
   * @throws AppError NOT_FOUND
   */
  async get(name: string): Promise<ProductTypeView> {
    const type = await this.queries.read(name);
    if (type === undefined) throw AppError.notFound('product type');
    return toProductTypeView(type);
  }

  /**
   * Creates a product type.
   * @throws AppError CONFLICT when there is one of this name
   */
  async create(caller: Caller, dto: CreateProductTypeDto): Promise<ProductTypeView> {
    return this.db.transaction(async (tx) => {
      const row = await this.queries.insert(tx, dto);
      if (row === undefined) throw AppError.of(EXISTS, { name: dto.name });
      await this.record(tx, caller, 'create', dto.name, { after: fields(row) });
      return toProductTypeView({ ...row, bundles: 0 });
    });
  }

  /**
   * Changes a product type; what is not given stays.
   * @throws AppError NOT_FOUND; CONFLICT when fields or attributes would change under live bundles
   */
  async update(caller: Caller, name: string, dto: UpdateProductTypeDto): Promise<ProductTypeView> {
    return this.db.transaction(async (tx) => {
      const before = await this.lock(tx, name);
      const after = { ...before, ...sentFields(dto) };
      const isCompatible =
        haveSameEntries(before.variant_fields, after.variant_fields) &&
        haveSameEntries(before.attributes, after.attributes);
      if (before.bundles > 0 && !isCompatible) throw inUse(before);
      await this.queries.update(tx, after);
      await this.record(tx, caller, 'update', name, { before: fields(before), after: fields(after) });
      return toProductTypeView(after);
    });
  }

  /**
   * Deletes a product type.
   * @throws AppError NOT_FOUND; CONFLICT while live bundles are of this type
   */
  async delete(caller: Caller, name: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const before = await this.lock(tx, name);
      if (before.bundles > 0) throw inUse(before);
      await this.queries.delete(tx, name);
      await this.record(tx, caller, 'delete', name, { before: fields(before) });
    });
  }

  private async lock(tx: EntityManager, name: string): Promise<CountedProductType> {
    const type = await this.queries.lock(tx, name);
    if (type === undefined) throw AppError.notFound('product type');
    return type;
  }

  private record(
    tx: EntityManager,
    caller: Caller,
    what: string,
    name: string,
    states: { before?: unknown; after?: unknown },
  ): Promise<void> {
    return this.audit.record(tx, caller, {
      action: `product-type.${what}`,
      entityType: 'product-type',
      entityId: name,
      ...states,
    });
  }
}

function inUse({ name, bundles }: CountedProductType): AppError {
  return AppError.of(IN_USE, { bundles: bundles === 1 ? '1 bundle is' : `${bundles} bundles are`, name });
}

function sentFields(dto: UpdateProductTypeDto): Partial<ProductTypeRow> {
  return Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined));
}

function fields({ name, label, variant_fields, attributes }: ProductTypeRow) {
  return { name, label, variant_fields, attributes };
}
