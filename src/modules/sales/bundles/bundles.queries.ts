import { Injectable } from '@nestjs/common';
import { In, Not, type EntityManager } from 'typeorm';
import { Database, opaque, statement } from '#common/database/index.js';
import { Bundle, Product, toBundleState, type BundleState, type ProductState } from './bundle.entity.js';
import type { TypeFields } from './bundle.rules.js';
import { toProductTypeFields } from './product-types/product-type.dto.js';
import { ProductType } from './product-types/product-type.entity.js';

/** The state of the catalogue that a create needs. */
export interface CreateContext extends TypeFields {
  /** The given bundle ids that exist. */
  bundle_ids: string[];
  /** The given SKUs that exist. */
  skus: string[];
  /** New product ids, one for each given SKU. */
  product_ids: number[];
}

// FOR SHARE: until the bundles are created, no one can change or delete their type, nor delete a bundle or variant because
// of which another one is refused.
const CREATE_CONTEXT = statement(
  'bundles.create-context',
  `SELECT t.variant_fields, t.attributes,
          ARRAY(SELECT b.bundle_id FROM bundles b WHERE b.bundle_id = ANY(${opaque('$2::text[]')}::text[]) AND b.deleted_at IS NULL
            ORDER BY b.id FOR SHARE) AS bundle_ids,
          ARRAY(SELECT p.sku FROM products p WHERE p.sku = ANY(${opaque('$3::text[]')}::text[]) AND p.deleted_at IS NULL
            ORDER BY p.id FOR SHARE) AS skus,
          to_json(ARRAY(SELECT nextval('products_id_seq') FROM generate_series(1, cardinality($3::text[])))) AS product_ids
     FROM product_types t
    WHERE t.name = $1 AND t.deleted_at IS NULL
      FOR SHARE OF t`,
);

const BUNDLE_FIELDS = `bundle_id text, name text, name_translations jsonb, description_translations jsonb,
  short_description_translations jsonb, status text, image text, business_volume numeric, points numeric,
  cumulative_volume numeric, other_attributes jsonb, products jsonb, custom_fields jsonb`;

const PRODUCT_FIELDS = 'sku text, name text, price numeric, wholesale_price numeric, other_fields jsonb, status text';

// Bundles get their ids in the order of the request. Rows are inserted in the order of their unique texts, so two requests
// with the same ones wait for each other instead of running into a deadlock.
const INSERT = statement(
  'bundles.insert',
  `WITH input AS MATERIALIZED (
     SELECT nextval('bundles_id_seq') AS id, x.* FROM jsonb_to_recordset($3::jsonb) AS x (${BUNDLE_FIELDS})
   ), bundle AS (
     INSERT INTO bundles (id, bundle_id, product_type, vendor_uid, name, name_translations, description_translations,
            short_description_translations, status, image, business_volume, points, cumulative_volume, other_attributes, custom_fields)
     SELECT i.id, i.bundle_id, $1::text, $2::bigint, i.name, i.name_translations, i.description_translations,
            i.short_description_translations, i.status, i.image, i.business_volume, i.points, i.cumulative_volume, i.other_attributes, i.custom_fields
       FROM input i ORDER BY i.bundle_id COLLATE "C"
   )
   INSERT INTO products (id, bundle_key, sku, name, price, wholesale_price, other_fields, status)
   SELECT v.product_id, i.id, v.sku, v.name, v.price, v.wholesale_price, v.other_fields, v.status
     FROM input i CROSS JOIN LATERAL jsonb_to_recordset(i.products) AS v (product_id bigint, ${PRODUCT_FIELDS})
    ORDER BY v.sku COLLATE "C"`,
);

const UPDATE = statement(
  'bundles.update',
  `WITH input AS MATERIALIZED (
     SELECT x.* FROM jsonb_to_record($2::jsonb) AS x (${BUNDLE_FIELDS})
   ), bundle AS (
     UPDATE bundles b SET name = i.name, name_translations = i.name_translations, description_translations = i.description_translations,
            short_description_translations = i.short_description_translations, status = i.status, image = i.image,
            business_volume = i.business_volume, points = i.points, cumulative_volume = i.cumulative_volume,
            other_attributes = i.other_attributes, custom_fields = i.custom_fields, updated_at = now()
       FROM input i WHERE b.id = $1
   ), variant AS MATERIALIZED (
     SELECT nextval('products_id_seq') AS id, v.* FROM input i CROSS JOIN LATERAL jsonb_to_recordset(i.products) AS v (${PRODUCT_FIELDS})
   )
   INSERT INTO products (id, bundle_key, sku, name, price, wholesale_price, other_fields, status)
   SELECT v.id, $1::bigint, v.sku, v.name, v.price, v.wholesale_price, v.other_fields, v.status FROM variant v ORDER BY v.sku COLLATE "C"
   ON CONFLICT (sku) WHERE deleted_at IS NULL DO UPDATE
     SET name = EXCLUDED.name, price = EXCLUDED.price, wholesale_price = EXCLUDED.wholesale_price,
         other_fields = EXCLUDED.other_fields, status = EXCLUDED.status
     WHERE products.bundle_key = EXCLUDED.bundle_key
   RETURNING id, sku`,
);

/** A bundle locked by this transaction, with the fields of its product type. */
export interface LockedBundle {
  key: number;
  type: TypeFields;
  state: BundleState;
}

/** Reads and writes bundles and their variants; many at once with SQL. */
@Injectable()
export class BundleQueries {
  constructor(private readonly db: Database) {}

  /** The product type and which of the ids and SKUs exist; undefined without the type. */
  createContext(
    tx: EntityManager,
    productType: string,
    bundleIds: string[],
    skus: string[],
  ): Promise<CreateContext | undefined> {
    return this.db.queryOne<CreateContext>(tx, CREATE_CONTEXT, [productType, bundleIds, skus]);
  }

  /**
   * Inserts bundles of one type with one statement; their products have ids. The statement is not awaited: if a bundle id or
   * a SKU is taken, the transaction fails.
   */
  insert(tx: EntityManager, productType: string, vendorUid: number, bundles: readonly BundleState[]): void {
    this.db.send(tx, INSERT, [productType, vendorUid, JSON.stringify(bundles)]);
  }

  /** The key of a live bundle, not locked. */
  async findKey(bundleId: string): Promise<number | undefined> {
    return (await this.db.manager.findOneBy(Bundle, { bundleId }))?.id;
  }

  /** Locks a live bundle, then its live variants, until the transaction ends. */
  async lock(tx: EntityManager, bundleId: string): Promise<LockedBundle | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    const bundle = await tx.findOne(Bundle, { where: { bundleId }, lock });
    if (bundle === null) return undefined;
    const { id: key, productTypeName: name } = bundle;
    const products = await tx.find(Product, { where: { bundleKey: key }, order: { id: 'ASC' }, lock });
    const type = toProductTypeFields(await tx.findOneOrFail(ProductType, { where: { name }, withDeleted: true }));
    return { key, type, state: toBundleState(bundle, products) };
  }

  /** Those SKUs that belong to another live bundle. */
  async foreignSkus(tx: EntityManager, key: number, skus: string[]): Promise<Set<string>> {
    const products = await tx.findBy(Product, { sku: In(skus), bundleKey: Not(key) });
    return new Set(products.map(({ sku }) => sku));
  }

  /**
   * Writes a bundle's fields and the given variants of it; others stay.
   * @returns SKU to product id; a SKU that another request has just taken is missing
   */
  async update(
    tx: EntityManager,
    key: number,
    bundle: BundleState,
    products: readonly ProductState[],
  ): Promise<Map<string, number>> {
    const rows = await this.db.query<{ id: number; sku: string }>(tx, UPDATE, [
      key,
      JSON.stringify({ ...bundle, products }),
    ]);
    return new Map(rows.map(({ id, sku }) => [sku, id]));
  }

  /** Deletes a bundle and its variants softly. */
  async delete(tx: EntityManager, key: number): Promise<void> {
    await tx.update(Bundle, key, { deletedAt: () => 'now()', updatedAt: () => 'now()' });
    await tx.softDelete(Product, { bundleKey: key });
  }

  /** Deletes one variant softly. */
  async deleteProduct(tx: EntityManager, key: number, productId: number): Promise<void> {
    await tx.update(Bundle, key, { updatedAt: () => 'now()' });
    await tx.softDelete(Product, productId);
  }
}
