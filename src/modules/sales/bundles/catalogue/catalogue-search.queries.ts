import { Injectable } from '@nestjs/common';
import { Conditions, likePattern, opaque, Replica, searched, statement } from '#common/database/index.js';
import type { Counted } from '#common/http/pagination.js';
import type { ProductFiltersQuery, Sorting } from './catalogue.dto.js';
import type { DetailsRow, FacetsView } from './catalogue.view.js';
import type { Bounds } from './catalogue.queries.js';

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

const LIVE = 'p.deleted_at IS NULL';
const ACTIVE = `${LIVE} AND p.status = 'active'`;

function conditionsOf(filters: ProductFiltersQuery, areActive: boolean): Conditions {
  const { min_price: least, max_price: most } = filters;
  // One condition for both: one product has to be within.
  const prices = least === undefined && most === undefined ? undefined : [least ?? 0, most ?? null];
  return new Conditions()
    .and('name', (name) => `${searched('b.name')} ILIKE ${name}`, pattern(filters.name))
    .and('category', (category) => `b.product_type = ${category}`, filters.category?.trim() || undefined)
    .and('search', (text) => found(text, areActive ? ACTIVE : LIVE), pattern(filters.search))
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
