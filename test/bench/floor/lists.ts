import type { Pool } from 'pg';
import { searched } from '#common/database/index.js';

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
