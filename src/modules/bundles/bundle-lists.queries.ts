import { Injectable } from '@nestjs/common';
import { Database, likePattern, statement, type Statement } from '../../common/database/index.js';
import type { Counted } from '../../common/http/pagination.js';
import type { ListedApiBundle, ListedBundle } from './bundle-lists.dto.js';

/** The page that is asked for. */
export interface Bounds {
  limit: number;
  offset: number;
}

/** Filters of the product list; undefined means all. */
export interface ListFilter {
  /** A part of the bundle name, in any case. */
  name?: string;
  /** The product type's machine name. */
  category?: string;
}

const LISTED_BUNDLE = `json_build_object(
  'name', b.name, 'product_type', b.product_type, 'status', b.status, 'bundle_id', b.bundle_id,
  'products', (SELECT coalesce(json_agg(json_build_object(
      'product_id', p.id, 'name', p.name, 'product_type', b.product_type, 'base_price', p.price, 'status', p.status, 'image', b.image
    ) ORDER BY p.id), '[]') FROM products p WHERE p.bundle_key = b.id AND p.deleted_at IS NULL))`;

const LISTED_API_BUNDLE = `json_build_object(
  'bundle_id', b.bundle_id, 'bundle_name', b.name,
  'products', (SELECT coalesce(json_agg(json_build_object(
      'product_id', p.id, 'name', p.name, 'base_price', p.price, 'status', p.status
    ) ORDER BY p.id), '[]') FROM products p WHERE p.bundle_key = b.id AND p.deleted_at IS NULL))`;

const LIVE = 'b.deleted_at IS NULL';
const OF_TYPE = `${LIVE} AND b.product_type = $3`;
const NAMED = `${LIVE} AND b.name ILIKE $3`;

// One statement for each set of filters: a condition that may be switched off by a parameter would keep the planner from
// the indexes. The count stands in the same statement, so that it fits the page. Prices have at most 14 digits, which
// JSON numbers carry exactly.
const LIST_ALL = list('bundle-lists.all', LISTED_BUNDLE, LIVE);
const LIST_OF_TYPE = list('bundle-lists.of-type', LISTED_BUNDLE, OF_TYPE);
const LIST_NAMED = search('bundle-lists.named', LISTED_BUNDLE, NAMED);
const LIST_NAMED_OF_TYPE = search('bundle-lists.named-of-type', LISTED_BUNDLE, `${NAMED} AND b.product_type = $4`);
const LIST_API = list('bundle-lists.api', LISTED_API_BUNDLE, OF_TYPE);

/** The page is cut before its bundles are put together: those that are skipped cost nothing. */
function list(name: string, bundle: string, where: string): Statement {
  return statement(
    name,
    `SELECT (SELECT count(*) FROM bundles b WHERE ${where}) AS count,
            ${page(bundle, `SELECT b.id FROM bundles b WHERE ${where} ORDER BY b.id DESC LIMIT $1 OFFSET $2`)}`,
  );
}

/** The index finds all that match, for count and page at once: newest first, a rare name would be looked for everywhere. */
function search(name: string, bundle: string, where: string): Statement {
  return statement(
    name,
    `WITH matching AS MATERIALIZED (SELECT b.id FROM bundles b WHERE ${where})
     SELECT (SELECT count(*) FROM matching) AS count,
            ${page(bundle, 'SELECT id FROM matching ORDER BY id DESC LIMIT $1 OFFSET $2')}`,
  );
}

function page(bundle: string, ids: string): string {
  return `(SELECT coalesce(json_agg(${bundle} ORDER BY b.id DESC), '[]') FROM (${ids}) page JOIN bundles b USING (id)) AS rows`;
}

/** SQL of the two lists of bundles: newest first, each a single statement. */
@Injectable()
export class BundleListQueries {
  constructor(private readonly db: Database) {}

  /** Bundles of all types. Section 2.6. */
  bundles({ name, category }: ListFilter, bounds: Bounds): Promise<Counted<ListedBundle>> {
    if (name === undefined)
      return category === undefined ? this.read(LIST_ALL, bounds) : this.read(LIST_OF_TYPE, bounds, [category]);
    const pattern = likePattern(name);
    return category === undefined
      ? this.read(LIST_NAMED, bounds, [pattern])
      : this.read(LIST_NAMED_OF_TYPE, bounds, [pattern, category]);
  }

  /** Bundles of one type, in the shape of the API bundles. Section 2.7. */
  apiBundles(productType: string, bounds: Bounds): Promise<Counted<ListedApiBundle>> {
    return this.read(LIST_API, bounds, [productType]);
  }

  private async read<Bundle>(
    sql: Statement,
    { limit, offset }: Bounds,
    filters: string[] = [],
  ): Promise<Counted<Bundle>> {
    const row = await this.db.queryOne<Counted<Bundle>>(null, sql, [limit, offset, ...filters]);
    return row ?? { rows: [], count: 0 };
  }
}
