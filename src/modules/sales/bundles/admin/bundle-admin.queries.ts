import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
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
import type { Counted } from '#common/http/pagination.js';
import type { AdminBundlesQuery } from './bundle-admin.dto.js';
import { toAdminBundleView, type AdminBundleView } from './bundle-admin.view.js';
import type { Bounds } from '../lists/bundle-lists.queries.js';
import type { BundleState } from '../bundle.state.js';
import { BUNDLE_COLUMNS } from '../bundles.queries.js';

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
