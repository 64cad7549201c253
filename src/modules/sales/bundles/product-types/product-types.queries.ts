import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, likePattern, statement } from '#common/database/index.js';
import type { Counted } from '#common/http/pagination.js';
import type { Bounds } from '../lists/bundle-lists.queries.js';

/** A product type as it is stored. */
export interface ProductTypeRow {
  name: string;
  label: string;
  variant_fields: string[];
  attributes: string[];
  created_at: Date;
}

/** A product type with the number of its live bundles. */
export interface CountedProductType extends ProductTypeRow {
  bundles: number;
}

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
