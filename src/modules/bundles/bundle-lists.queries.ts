import { Injectable } from '@nestjs/common';
import { opaque, Replica, statement, type Statement } from '../../common/database/index.js';
import type { Counted } from '../../common/http/pagination.js';
import type { ListedApiBundle, ListedBundle } from './bundle-lists.dto.js';

/** The page that is asked for. */
export interface Bounds {
  limit: number;
  offset: number;
}

/** SQL of a bundle of the list of all bundles. */
export const LISTED_BUNDLE = `json_build_object(
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

// One statement for each filter: a condition that may be switched off by a parameter would keep the planner from the
// indexes. The count stands in the same statement, so that it fits the page. Prices have at most 14 digits, which JSON
// numbers carry exactly.
const LIST_ALL = list('bundle-lists.all', LISTED_BUNDLE, LIVE, 'true');
const LIST_OF_TYPE = list('bundle-lists.of-type', LISTED_BUNDLE, OF_TYPE, 'product_type = $3');
const LIST_API = list('bundle-lists.api', LISTED_API_BUNDLE, OF_TYPE, 'product_type = $3');

/**
 * The counts of ranges of ids tell in which range the page begins: what is skipped is a part of that range. The page is cut
 * before its bundles are put together.
 * @param where which bundles
 * @param counted which of their counts
 */
function list(name: string, bundle: string, where: string, counted: string): Statement {
  const ids = `SELECT b.id FROM bundles b WHERE ${where} AND b.id < ((SELECT id_range FROM start) + 1) << 15
    ORDER BY b.id DESC LIMIT ${opaque('$1::bigint')} OFFSET (SELECT $2::bigint - newer FROM start)`;
  return statement(
    name,
    `WITH ranges AS MATERIALIZED (
       SELECT id_range, sum(live)::bigint AS live FROM bundle_counts WHERE ${counted} GROUP BY id_range
     ), start AS MATERIALIZED (
       SELECT id_range, newer FROM (
         SELECT id_range, live, (sum(live) OVER (ORDER BY id_range DESC))::bigint - live AS newer FROM ranges) range
        WHERE $2::bigint >= newer AND $2::bigint < newer + live
     )
     SELECT (SELECT coalesce(sum(live), 0)::bigint FROM ranges) AS count, ${rowsOf(bundle, ids)} AS rows`,
  );
}

/**
 * The bundles of a page, newest first, as one JSON array.
 * @param bundle SQL of one, {@link LISTED_BUNDLE} for example
 * @param ids SQL of their ids
 */
export function rowsOf(bundle: string, ids: string): string {
  // LIMIT 1 keeps the planner from reading all bundles for the few of a page, however many it expects there.
  return `(SELECT coalesce(json_agg(${bundle} ORDER BY b.id DESC), '[]') FROM (${ids}) page
    CROSS JOIN LATERAL (SELECT * FROM bundles WHERE bundles.id = page.id LIMIT 1) b)`;
}

/** SQL of the two lists of bundles: newest first, each a single statement. */
@Injectable()
export class BundleListQueries {
  constructor(private readonly replica: Replica) {}

  /**
   * Bundles of all types, or of one. Section 2.6.
   * @param category the product type's machine name
   */
  bundles(category: string | undefined, bounds: Bounds): Promise<Counted<ListedBundle>> {
    return category === undefined ? this.read(LIST_ALL, bounds) : this.read(LIST_OF_TYPE, bounds, [category]);
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
    const [row] = await this.replica.query<Counted<Bundle>>(sql, [limit, offset, ...filters]);
    return row ?? { rows: [], count: 0 };
  }
}
