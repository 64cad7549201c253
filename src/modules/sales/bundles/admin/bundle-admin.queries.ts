import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  Conditions,
  Database,
  hasTrigram,
  likePattern,
  Replica,
  searched,
  statement,
  type Statement,
} from '../../../../common/database/index.js';
import type { Counted } from '../../../../common/http/pagination.js';
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

// One search per text: each has its own trigram index, which an OR over the three could not use.
const BY_TRIGRAM = (pattern: string): string => `b.id IN (
  SELECT id FROM bundles WHERE deleted_at IS NULL AND ${searched('name')} ILIKE ${pattern}
  UNION SELECT id FROM bundles WHERE deleted_at IS NULL AND ${searched('bundle_id')} ILIKE ${pattern}
  UNION SELECT bundle_key FROM products WHERE deleted_at IS NULL AND ${searched('sku')} ILIKE ${pattern})`;

// Without a trigram, a scan of the bundles is faster than reading all indexes.
const BY_SCAN = (pattern: string): string => `b.name ILIKE ${pattern} OR b.bundle_id ILIKE ${pattern}
  OR EXISTS (SELECT FROM products p WHERE p.bundle_key = b.id AND p.deleted_at IS NULL AND p.sku ILIKE ${pattern})`;

const MATCHING = (where: string): string => `FROM bundles b WHERE b.deleted_at IS NULL AND ${where}`;
const FIND = statement('bundle-admin.find', `${SELECT} WHERE b.bundle_id = $1 AND b.deleted_at IS NULL`);

/** SQL of bundles as the admin module reads them. */
@Injectable()
export class BundleAdminQueries {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
  ) {}

  /** A page of bundles of all types, newest first. */
  async list(
    { product_type, status, search }: AdminBundlesQuery,
    { limit, offset }: Bounds,
  ): Promise<Counted<AdminBundleView>> {
    const filters = new Conditions()
      .and('type', (type) => `b.product_type = ${type}`, product_type || undefined)
      .and('status', (one) => `b.status = ${one}`, status);
    if (search && hasTrigram(search)) filters.and('search', BY_TRIGRAM, likePattern(search));
    else if (search) filters.and('short-search', BY_SCAN, likePattern(search));
    const count = filters.statement('bundle-admin.count', (where) => `SELECT count(*) AS count ${MATCHING(where)}`);
    const [rows, [counted]] = await Promise.all([
      this.replica.queryAnnounced<AdminRow>(page(filters), [...filters.values, limit, offset]),
      this.replica.queryAnnounced<{ count: number }>(count, filters.values),
    ]);
    return { rows: rows.map(toAdminBundleView), count: counted?.count ?? 0 };
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
