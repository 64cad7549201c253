import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  ChangeFeed,
  hasTrigram,
  likePattern,
  opaque,
  Replica,
  searched,
  statement,
  type Statement,
  Conditions,
} from '#common/database/index.js';
import type { Counted } from '#common/http/pagination.js';
import type { ListedBundle, DetailsRow, FacetsView } from './catalogue.view.js';
import type { ProductFiltersQuery, Sorting } from './catalogue.dto.js';

/** Which page of a list. */
export interface Bounds {
  limit: number;
  offset: number;
}

/** SQL of a bundle of the list of all bundles. */
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
function rowsOf(bundle: string, ids: string): string {
  // LIMIT 1 keeps the planner from reading all bundles for the few of a page.
  return `(SELECT coalesce(json_agg(${bundle} ORDER BY b.id DESC), '[]') FROM (${ids}) page
    CROSS JOIN LATERAL (SELECT * FROM bundles WHERE bundles.id = page.id LIMIT 1) b)`;
}

/** Ids kept per search, the newest ones. */
const CACHED_IDS = 1_000;

/** An indexed search with fewer results is fast enough to repeat; a scan of all names never is. */
const IF_MANY = `number > ${CACHED_IDS}`;
const ALWAYS = 'true';

/** Most searches in the cache: some 2 MB. */
const CACHED_SEARCHES = 200;

/** The cached result of a search. */
interface Found {
  /** Version of the catalogue: while it is the same, the result is too. */
  version: number;
  count: number;
  /** The newest ones. */
  ids: number[];
}

interface SearchRow extends Counted<ListedBundle> {
  version: number;
  /** Null when the result is not cached. */
  ids: number[] | null;
}

const VERSION = '(SELECT coalesce(sum(changes), 0)::bigint FROM bundle_counts)';

// The planner must not see the text: comparing it with a sample of names for each request takes longer than looking a rare
// one up. A text without three letters or digits in a row has no trigram, so all names are scanned.
const BY_TRIGRAM = searches('bundle-search', `${searched('b.name')} ILIKE ${opaque('$3::text')}`, IF_MANY);
const BY_SCAN = searches('bundle-search.short', `lower(b.name) LIKE ${opaque('lower($3::text)')}`, ALWAYS);

// $1 ids of the page, $2 version of the catalogue when they were found. No row if that has changed since.
const AGAIN = statement(
  'bundle-search.again',
  `SELECT ${rowsOf(LISTED_BUNDLE, `SELECT unnest(${opaque('$1::bigint[]')}) AS id`)} AS rows WHERE ${VERSION} = $2::bigint`,
);

/** @param isCached SQL condition for caching the result */
function searches(name: string, found: string, isCached: string): { all: Statement; ofType: Statement } {
  return {
    all: search(`${name}.all`, found, isCached),
    ofType: search(`${name}.of-type`, `${found} AND b.product_type = $4`, isCached),
  };
}

/** Finds all matches first, for count and page: reading newest first would scan everything for a rare name. */
function search(name: string, found: string, isCached: string): Statement {
  return statement(
    name,
    `WITH matching AS MATERIALIZED (
       SELECT b.id FROM bundles b WHERE b.deleted_at IS NULL AND ${found}
     ), counted AS MATERIALIZED (SELECT count(*) AS number FROM matching)
     SELECT ${VERSION} AS version, number AS count,
            CASE WHEN ${isCached} THEN
              (SELECT coalesce(json_agg(id), '[]') FROM (SELECT id FROM matching ORDER BY id DESC LIMIT ${CACHED_IDS}) newest) END AS ids,
            ${rowsOf(LISTED_BUNDLE, 'SELECT id FROM matching ORDER BY id DESC LIMIT $1 OFFSET $2')} AS rows
       FROM counted`,
  );
}

/**
 * SQL of the search by name. Finding and counting a text that is part of very many names takes long, so the result is cached
 * with the version of the catalogue. The database compares the version in each request, so the cache is exact on every
 * instance.
 */
@Injectable()
export class BundleSearchQueries {
  private readonly cache = new LRUCache<string, Found>({ max: CACHED_SEARCHES });

  constructor(
    private readonly replica: Replica,
    feed: ChangeFeed,
  ) {
    // Another database may answer now, for example one restored from a backup.
    feed.onReset(() => this.cache.clear());
  }

  /**
   * Bundles whose name contains a text, in any case, newest first. See docs/spec/commerce-api.md#2.6.
   * @param category the product type's machine name; undefined means all
   */
  async bundles(name: string, category: string | undefined, bounds: Bounds): Promise<Counted<ListedBundle>> {
    const key = JSON.stringify([name, category]);
    const cached = await this.fromCache(key, bounds);
    if (cached !== undefined) return cached;
    const values = [bounds.limit, bounds.offset, likePattern(name)];
    const { all, ofType } = hasTrigram(name) ? BY_TRIGRAM : BY_SCAN;
    const [row] =
      category === undefined
        ? await this.replica.queryAnnounced<SearchRow>(all, values)
        : await this.replica.queryAnnounced<SearchRow>(ofType, [...values, category]);
    if (row === undefined) return { rows: [], count: 0 };
    const { version, count, ids, rows } = row;
    if (ids !== null) this.cache.set(key, { version, count, ids });
    return { rows, count };
  }

  /** The page from the cache, if it is there and the catalogue has not changed. */
  private async fromCache(key: string, { limit, offset }: Bounds): Promise<Counted<ListedBundle> | undefined> {
    const found = this.cache.get(key);
    if (found === undefined) return undefined;
    const isComplete = found.count === found.ids.length;
    if (!isComplete && offset + limit > found.ids.length) return undefined;
    const ids = found.ids.slice(offset, offset + limit);
    const [row] = await this.replica.queryAnnounced<{ rows: ListedBundle[] }>(AGAIN, [ids, found.version]);
    return row === undefined ? undefined : { rows: row.rows, count: found.count };
  }
}

/** The columns of a bundle's details, with its products that are not deleted. Volumes have at most 14 digits, which doubles carry exactly. */
const DETAILS = `SELECT b.bundle_id, b.product_type, b.name, b.name_translations, b.description_translations,
  b.short_description_translations, b.status, b.image, b.business_volume::float8, b.points::float8, b.cumulative_volume::float8,
  b.updated_at, b.custom_fields,
  (SELECT coalesce(json_agg(json_build_object('product_id', p.id, 'sku', p.sku, 'name', p.name, 'price', p.price,
     'status', p.status) ORDER BY p.id), '[]') FROM products p WHERE p.bundle_key = b.id AND p.deleted_at IS NULL) AS products
  FROM bundles b WHERE b.deleted_at IS NULL`;

/** Of bundles $1, in this order. */
const DETAILS_OF = statement(
  'catalogue.details',
  `SELECT details.* FROM unnest(${opaque('$1::text[]')}) WITH ORDINALITY AS page (bundle_id, place)
     JOIN LATERAL (${DETAILS} AND b.bundle_id = page.bundle_id) details ON true ORDER BY page.place`,
);

const ORDERS: Readonly<Record<Sorting, string>> = {
  newest: 'id DESC',
  name: 'lower(name), id DESC',
  '-name': 'lower(name) DESC, id DESC',
  price: 'price NULLS LAST, id DESC',
  '-price': 'price DESC NULLS LAST, id DESC',
  business_volume: 'business_volume, id DESC',
  '-business_volume': 'business_volume DESC, id DESC',
};

/** The names of a bundle in all languages, as the index `bundles_translation_search` has them. */
const TRANSLATIONS = searched(`jsonb_path_query_array(b.name_translations, '$.*')::text`);

/** Most product types that facets name. */
const MOST_CATEGORIES = 50;

/** SQL of bundles as pages that sell them need them: with details, filtered and sorted. */
@Injectable()
export class CatalogueSearchQueries {
  constructor(private readonly replica: Replica) {}

  /** The details of live bundles, in the order of their ids. */
  details(bundleIds: readonly string[]): Promise<DetailsRow[]> {
    return this.replica.queryAnnounced<DetailsRow>(DETAILS_OF, [bundleIds]);
  }

  /**
   * The ids of the bundles that match, in their order.
   * @param areActive only active bundles, and in searches the SKUs of active products
   */
  async find(
    filters: ProductFiltersQuery,
    areActive: boolean,
    sort: Sorting,
    { limit, offset }: Bounds,
  ): Promise<Counted<string>> {
    const conditions = conditionsOf(filters, areActive);
    const [limitAt, offsetAt] = [conditions.bind(limit), conditions.bind(offset)];
    // Planned for each request: how many bundles match decides by which table to begin.
    const found = conditions.planned(
      (where) => `WITH matching AS MATERIALIZED (SELECT ${matching(where, sort.endsWith('price'))})
        SELECT (SELECT count(*) FROM matching) AS count, ARRAY(
          SELECT bundle_id FROM matching ORDER BY ${ORDERS[sort]} LIMIT ${limitAt} OFFSET ${offsetAt}) AS rows`,
    );
    return (await this.replica.queryAnnounced<Counted<string>>(found, conditions.values))[0]!;
  }

  /**
   * By what the bundles that match can be narrowed.
   * @param areActive only active bundles, and in searches the SKUs of active products
   */
  async facets(filters: ProductFiltersQuery, areActive: boolean): Promise<FacetsView> {
    const conditions = conditionsOf(filters, areActive);
    const facets = conditions.planned(
      (where) => `WITH matching AS MATERIALIZED (SELECT ${matching(where, true)})
        SELECT (SELECT coalesce(json_agg(json_build_object('category', product_type, 'count', count)), '[]') FROM (
                  SELECT product_type, count(*) FROM matching GROUP BY product_type
                   ORDER BY count(*) DESC, product_type LIMIT ${MOST_CATEGORIES}) category) AS categories,
               json_build_object('min', min(price), 'max', max(price)) AS price,
               json_build_object('min', min(business_volume), 'max', max(business_volume)) AS business_volume
          FROM matching`,
    );
    return (await this.replica.queryAnnounced<FacetsView>(facets, conditions.values))[0]!;
  }
}

/**
 * @param where which bundles
 * @param withPrice also the lowest price of their active products, which takes as long as all else
 */
function matching(where: string, withPrice: boolean): string {
  const price = `, (SELECT min(p.price) FROM products p WHERE p.bundle_key = b.id AND ${ACTIVE}) AS price`;
  return `b.id, b.bundle_id, b.name, b.product_type, b.business_volume${withPrice ? price : ''}
    FROM bundles b WHERE b.deleted_at IS NULL AND ${where}`;
}

const LIVE_PRODUCT = 'p.deleted_at IS NULL';
const ACTIVE = `${LIVE_PRODUCT} AND p.status = 'active'`;

function conditionsOf(filters: ProductFiltersQuery, areActive: boolean): Conditions {
  const { min_price: least, max_price: most } = filters;
  // One condition for both: one product has to be within.
  const prices = least === undefined && most === undefined ? undefined : [least ?? 0, most ?? null];
  return new Conditions()
    .and('name', (name) => `${searched('b.name')} ILIKE ${name}`, pattern(filters.name))
    .and('category', (category) => `b.product_type = ${category}`, filters.category?.trim() || undefined)
    .and('search', (text) => found(text, areActive ? ACTIVE : LIVE_PRODUCT), pattern(filters.search))
    .and('status', (status) => `b.status = ${status}`, filters.status)
    .and('active', (status) => `b.status = ${status}`, areActive ? 'active' : undefined)
    .and(
      'price',
      (range) => `EXISTS (SELECT FROM products p WHERE p.bundle_key = b.id AND ${ACTIVE}
        AND p.price >= (${range}::numeric[])[1] AND p.price <= coalesce((${range}::numeric[])[2], p.price))`,
      prices,
    )
    .and('least', (volume) => `b.business_volume >= ${volume}::numeric`, filters.min_business_volume)
    .and('most', (volume) => `b.business_volume <= ${volume}::numeric`, filters.max_business_volume);
}

function pattern(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : likePattern(text);
}

/**
 * Each table by its own index.
 * @param products whose SKUs are searched
 */
function found(text: string, products: string): string {
  return `b.id = ANY (ARRAY(
    SELECT b.id FROM bundles b WHERE b.deleted_at IS NULL AND (${searched('b.name')} ILIKE ${text} OR ${TRANSLATIONS} ILIKE ${text})
     UNION SELECT p.bundle_key FROM products p WHERE ${products} AND ${searched('p.sku')} ILIKE ${text}))`;
}
