import type { TestClient } from './factories.js';
import type { TestApp } from './start-test-app.js';

/** A body of create and update, as a client writes it. */
export type BundleBody = Record<string, unknown>;

/** A variant as a client writes it. */
export function variant(sku: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { price: 24.9, 'product-name': `Product ${sku}`, 'whole-sale-price': 18.5, 'product-sku': sku, ...changes };
}

/** A bundle that nothing is wrong with. */
export function bundleBody(id: string, changes: BundleBody = {}): BundleBody {
  return {
    bundle_id: id,
    name: `Bundle ${id}`,
    bundle_name_translations: { en: `Bundle ${id}`, de: `Paket ${id}` },
    description_translations: { en: 'Line one\nLine two' },
    short_description_translations: { en: 'Short' },
    varients: [variant(`${id}-1`)],
    attributes: { 'business-volume': 20, points: 15.25, 'cumulative-volume': 30 },
    ...changes,
  };
}

/** A body without one of its fields. */
export function without(body: BundleBody, ...fields: string[]): BundleBody {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));
}

/** A body as the fields of a form: objects and arrays as their JSON texts. */
export function formFields(body: BundleBody): [string, string][] {
  return Object.entries(body).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]);
}

/** A bundle of another product type, straight in the database; its one SKU is its id. */
export async function makeForeignBundle(app: TestApp, bundleId: string): Promise<void> {
  await app.make.catalogue.productType('starter-kit');
  await app.database.query(
    `WITH bundle AS (
       INSERT INTO bundles (bundle_id, product_type, name, name_translations, description_translations,
         short_description_translations, business_volume, points, cumulative_volume, vendor_uid)
       VALUES ($1, 'starter-kit', $1, '{}', '{}', '{}', 0, 0, 0, 1) RETURNING id)
     INSERT INTO products (bundle_key, sku, name, price, wholesale_price) SELECT id, $1, $1, 10, 5 FROM bundle`,
    [bundleId],
  );
}

/** An order, in the given state, that holds the variant; cart or placed long ago by `daysAgo`. */
export async function makeOrder(app: TestApp, uid: number, sku: string, status: string, daysAgo = 0): Promise<void> {
  await app.database.query(
    `WITH placed AS (
       INSERT INTO orders (uid, status, order_number, changed_at) VALUES ($1, $2::varchar, $3, now() - make_interval(days => $4)) RETURNING id)
     INSERT INTO order_lines (order_id, product_id, quantity)
     SELECT placed.id, p.id, 1 FROM placed, products p WHERE p.sku = $5 AND p.deleted_at IS NULL`,
    [uid, status, status === 'cart' ? null : `${sku}-${status}`, daysAgo, sku],
  );
}

/** A stored bundle as the list gives it. */
export async function listed(client: TestClient, bundleId: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await client.get('commerce/product/list/?limit=100');
  return (body.data.results as Record<string, unknown>[]).find(({ bundle_id }) => bundle_id === bundleId);
}
