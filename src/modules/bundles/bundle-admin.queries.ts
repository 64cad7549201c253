import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, likePattern, statement } from '../../common/database/index.js';
import type { Counted } from '../../common/http/pagination.js';
import type { AdminBundlesQuery, AdminBundleView } from './bundle-admin.dto.js';
import { adminView } from './bundle-admin.state.js';
import type { Bounds } from './bundle-lists.queries.js';
import { storedBundle, type BundleRow, type ProductRow } from './bundle.state.js';
import { BUNDLE_COLUMNS } from './bundles.queries.js';

interface AdminRow extends BundleRow {
  vendor_uid: number;
  created_at: Date;
  updated_at: Date;
  products: ProductRow[];
}

const SELECT = `SELECT ${BUNDLE_COLUMNS}, b.vendor_uid, b.created_at, b.updated_at,
  (SELECT coalesce(json_agg(json_build_object('product_id', p.id, 'sku', p.sku, 'name', p.name, 'price', p.price::text,
     'wholesale_price', p.wholesale_price::text, 'other_fields', p.other_fields, 'status', p.status) ORDER BY p.id), '[]')
     FROM products p WHERE p.bundle_key = b.id AND p.deleted_at IS NULL) AS products
  FROM bundles b`;

const MATCHES = `b.deleted_at IS NULL
  AND ($1::text IS NULL OR b.product_type = $1)
  AND ($2::text IS NULL OR b.status = $2)
  AND ($3::text IS NULL OR b.name ILIKE $3 OR b.bundle_id ILIKE $3
       OR EXISTS (SELECT 1 FROM products p WHERE p.bundle_key = b.id AND p.deleted_at IS NULL AND p.sku ILIKE $3))`;

// The page is cut before its bundles are put together: those that are skipped cost nothing.
const LIST = statement(
  'bundle-admin.list',
  `${SELECT} JOIN (SELECT b.id FROM bundles b WHERE ${MATCHES} ORDER BY b.id DESC LIMIT $4 OFFSET $5) page ON page.id = b.id
   ORDER BY b.id DESC`,
);
const COUNT = statement('bundle-admin.count', `SELECT count(*) AS count FROM bundles b WHERE ${MATCHES}`);
const FIND = statement('bundle-admin.find', `${SELECT} WHERE b.bundle_id = $1 AND b.deleted_at IS NULL`);

/** SQL of bundles as the admin module reads them. */
@Injectable()
export class BundleAdminQueries {
  constructor(private readonly db: Database) {}

  /** A page of bundles of all types, newest first. */
  async list(
    { product_type, status, search }: AdminBundlesQuery,
    { limit, offset }: Bounds,
  ): Promise<Counted<AdminBundleView>> {
    const filters = [product_type || null, status ?? null, search ? likePattern(search) : null];
    const [rows, counted] = await Promise.all([
      this.db.query<AdminRow>(null, LIST, [...filters, limit, offset]),
      this.db.queryOne<{ count: number }>(null, COUNT, filters),
    ]);
    return { rows: rows.map(view), count: counted?.count ?? 0 };
  }

  /** A live bundle. */
  async find(tx: EntityManager | null, bundleId: string): Promise<AdminBundleView | undefined> {
    const row = await this.db.queryOne<AdminRow>(tx, FIND, [bundleId]);
    return row === undefined ? undefined : view(row);
  }
}

function view(row: AdminRow): AdminBundleView {
  return adminView(storedBundle(row, row.products), row);
}
