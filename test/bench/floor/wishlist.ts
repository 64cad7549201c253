import type { Pool } from 'pg';

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
