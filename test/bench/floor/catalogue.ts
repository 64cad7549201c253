import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { searched } from '#common/database/index.js';
import { inTransaction } from './transaction.js';

/** A bundle as it is sent. */
export interface BundleBody {
  bundle_id: string;
  name: string;
  bundle_name_translations: object;
  description_translations: object;
  short_description_translations: object;
  varients: { 'product-sku': string; 'product-name': string; price: number; 'whole-sale-price': number }[];
  attributes: Record<'business-volume' | 'points' | 'cumulative-volume', number>;
}

const INSERT = {
  name: 'bundle',
  text: `WITH input AS MATERIALIZED (
      SELECT nextval('bundles_id_seq') AS id, x.* FROM jsonb_to_recordset($1::jsonb) AS x (bundle_id text, name text,
        bundle_name_translations jsonb, description_translations jsonb, short_description_translations jsonb, varients jsonb,
        attributes jsonb)
    ), bundle AS (
      INSERT INTO bundles (id, bundle_id, product_type, vendor_uid, name, name_translations, description_translations,
        short_description_translations, business_volume, points, cumulative_volume)
      SELECT id, bundle_id, 'external-api-product', $2, name, bundle_name_translations, description_translations,
        short_description_translations, (attributes->>'business-volume')::numeric, (attributes->>'points')::numeric,
        (attributes->>'cumulative-volume')::numeric FROM input
    )
    INSERT INTO products (bundle_key, sku, name, price, wholesale_price)
    SELECT i.id, v."product-sku", v."product-name", v.price, v."whole-sale-price" FROM input i
      CROSS JOIN LATERAL jsonb_to_recordset(i.varients) AS v ("product-sku" text, "product-name" text, price numeric,
        "whole-sale-price" numeric)`,
};
const EVENTS = {
  name: 'bundle-events',
  text: `INSERT INTO events (id, type, aggregate_type, aggregate_id, data)
    SELECT e.id, 'bundle.created', 'bundle', e.data->>'bundle_id', e.data
      FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, data jsonb)`,
};
const AUDIT = {
  name: 'bundle-audit',
  text: `INSERT INTO audit_entries (actor_uid, actor_username, action, entity_type, entity_id, ip, request_id, after)
    SELECT $2, 'bench', 'bundle.create', 'bundle', e.data->>'bundle_id', '127.0.0.1', $3, e.data
      FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, data jsonb)`,
};

/** Creates bundles, all or none; gives their ids. */
export async function createBundles(pool: Pool, uid: number, bundles: readonly BundleBody[]): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    await client.query({ ...INSERT, values: [JSON.stringify(bundles), uid] });
    const news = JSON.stringify(bundles.map((data) => ({ id: randomUUID(), data })));
    await client.query({ ...EVENTS, values: [news] });
    await client.query({ ...AUDIT, values: [news, uid, randomUUID()] });
    return bundles.map(({ bundle_id }) => bundle_id);
  });
}

const BUNDLE = `json_build_object('name', b.name, 'product_type', b.product_type, 'status', b.status, 'bundle_id', b.bundle_id,
  'products', (SELECT json_agg(json_build_object('product_id', p.id, 'name', p.name, 'product_type', b.product_type,
     'base_price', p.price, 'status', p.status, 'image', b.image) ORDER BY p.id)
     FROM products p WHERE p.bundle_key = b.id AND p.deleted_at IS NULL))`;
const PAGE = {
  name: 'list',
  text: `SELECT (SELECT count(*) FROM bundles WHERE deleted_at IS NULL) AS count, (SELECT json_agg(${BUNDLE} ORDER BY b.id DESC)
    FROM (SELECT id FROM bundles WHERE deleted_at IS NULL ORDER BY id DESC LIMIT $1 OFFSET $2) page
    JOIN bundles b USING (id)) AS rows`,
};
const SEARCH = {
  name: 'search',
  text: `WITH found AS MATERIALIZED (SELECT id FROM bundles WHERE deleted_at IS NULL AND ${searched('name')} ILIKE $3)
    SELECT (SELECT count(*) FROM found) AS count, (SELECT json_agg(${BUNDLE} ORDER BY b.id DESC)
    FROM (SELECT id FROM found ORDER BY id DESC LIMIT $1 OFFSET $2) page JOIN bundles b USING (id)) AS rows`,
};

interface Query {
  limit: string;
  offset: string;
  name?: string;
}

/** A page of the bundles with their products, newest first. */
export async function listBundles(pool: Pool, { limit, offset, name }: Query): Promise<object> {
  const page = [Number(limit), Number(offset)];
  const sql = name === undefined ? { ...PAGE, values: page } : { ...SEARCH, values: [...page, `%${name}%`] };
  const { rows } = await pool.query<{ count: number; rows: object[] | null }>(sql);
  const at = (start: number): string => `/api/v1/commerce/product/list/?limit=${limit}&offset=${start}`;
  const [first, last] = [Number(offset) - Number(limit), Number(offset) + Number(limit)];
  const count = rows[0]!.count;
  return {
    count,
    next: last < count ? at(last) : null,
    previous: Number(offset) > 0 ? at(Math.max(0, first)) : null,
    results: rows[0]!.rows ?? [],
  };
}

const READ = {
  name: 'wishlist',
  text: `SELECT w.product_id, b.bundle_id, p.sku, p.name, b.product_type, p.price,
      CASE WHEN p.status = 'active' AND b.status = 'active' THEN 'active' ELSE 'inactive' END AS status, b.image, w.added_at,
      b.business_volume, b.points, b.cumulative_volume
    FROM wishlist_items w JOIN products p ON p.id = w.product_id JOIN bundles b ON b.id = p.bundle_key
    WHERE p.deleted_at IS NULL AND b.deleted_at IS NULL AND w.uid = $1
    ORDER BY w.added_at DESC, w.product_id DESC LIMIT 50`,
};

interface Row {
  price: string;
  business_volume: string;
  points: string;
  cumulative_volume: string;
}

/** The newest 50 of a user's wishlist. */
export async function readWishlist(pool: Pool, uid: number): Promise<object[]> {
  const { rows } = await pool.query<Row>({ ...READ, values: [uid] });
  const wished_products = rows.map((row) => ({
    ...row,
    price: Number(row.price),
    business_volume: Number(row.business_volume),
    points: Number(row.points),
    cumulative_volume: Number(row.cumulative_volume),
  }));
  return [{ wished_products, currency_symbol: '$' }];
}
