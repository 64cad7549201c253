import { opaque, statement, type Statement } from '#common/database/index.js';

/** Which page of a list. */
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

// One statement per filter: with a condition that a parameter can switch off, the planner would not use the indexes. The
// count is part of the statement, so it fits the page. Prices have at most 14 digits, which JSON numbers carry exactly.

/** $1 limit, $2 offset. */
export const LIST_ALL = list('bundle-lists.all', LISTED_BUNDLE, LIVE, 'true');

/** $1 limit, $2 offset, $3 product type. */
export const LIST_OF_TYPE = list('bundle-lists.of-type', LISTED_BUNDLE, OF_TYPE, 'product_type = $3');

/** The same in the shape of API bundles. */
export const LIST_API = list('bundle-lists.api', LISTED_API_BUNDLE, OF_TYPE, 'product_type = $3');

/**
 * The counts per range of ids give the range in which the page begins, so only a part of that range is skipped. The page is
 * cut before its bundles are assembled.
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
  // LIMIT 1 keeps the planner from reading all bundles for the few of a page.
  return `(SELECT coalesce(json_agg(${bundle} ORDER BY b.id DESC), '[]') FROM (${ids}) page
    CROSS JOIN LATERAL (SELECT * FROM bundles WHERE bundles.id = page.id LIMIT 1) b)`;
}
