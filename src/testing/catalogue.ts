import type { TestApp } from './test-app.js';

/** A product as a test wants it; everything has a default. */
export interface ProductWish {
  bundleId?: string;
  price?: string;
  businessVolume?: string;
  points?: string;
  cumulativeVolume?: string;
  status?: 'active' | 'inactive';
  bundleStatus?: 'active' | 'inactive';
  name?: string;
  image?: string;
  vendorUid?: number;
}

export interface TestProduct {
  id: number;
  sku: string;
  bundleId: string;
  bundleKey: number;
}

/** Puts products straight into the database, for tests that are not about making them. Every test application has one. */
export class Catalogue {
  private count = 0;

  constructor(private readonly app: TestApp) {}

  /** A product in a bundle of its own. */
  async product(wish: ProductWish = {}): Promise<TestProduct> {
    this.count += 1;
    const sku = `SKU-${this.count}`;
    const bundleId = wish.bundleId ?? `bundle-${this.count}`;
    await this.productType();
    const [bundle] = await this.app.database.query<{ id: number }>(
      `INSERT INTO bundles (bundle_id, product_type, name, name_translations, description_translations,
         short_description_translations, status, image, business_volume, points, cumulative_volume, vendor_uid)
       VALUES ($1, 'external-api-product', 'Bundle', '{"en":"Bundle"}', '{"en":"-"}', '{"en":"-"}', $2, $3, $4, $5, $6, $7) RETURNING id`,
      [
        bundleId,
        wish.bundleStatus ?? 'active',
        wish.image ?? null,
        wish.businessVolume ?? '0',
        wish.points ?? '0',
        wish.cumulativeVolume ?? '0',
        wish.vendorUid ?? 1,
      ],
    );
    const [product] = await this.app.database.query<{ id: number }>(
      `INSERT INTO products (bundle_key, sku, name, price, wholesale_price, status) VALUES ($1, $2, $3, $4, 0, $5) RETURNING id`,
      [bundle!.id, sku, wish.name ?? `Product ${this.count}`, wish.price ?? '10', wish.status ?? 'active'],
    );
    return { id: product!.id, sku, bundleId, bundleKey: bundle!.id };
  }

  /** A product type; by default that of bundles which are created through the API. One that exists gets these fields. */
  async productType(
    name = 'external-api-product',
    variantFields = ['price', 'wholesale-price', 'product-name'],
    attributes = ['business-volume', 'points', 'cumulative-volume'],
  ): Promise<void> {
    await this.app.database.query(
      `INSERT INTO product_types (name, label, variant_fields, attributes) VALUES ($1, $1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET variant_fields = EXCLUDED.variant_fields, attributes = EXCLUDED.attributes`,
      [name, variantFields, attributes],
    );
  }

  /** Deletes a product's bundle softly, as the service does. */
  async delete({ bundleKey }: TestProduct): Promise<void> {
    await this.app.database.query('UPDATE bundles SET deleted_at = now() WHERE id = $1', [bundleKey]);
    await this.app.database.query('UPDATE products SET deleted_at = now() WHERE bundle_key = $1', [bundleKey]);
  }

  /** Changes one column of a product. */
  async setPrice({ id }: TestProduct, price: string): Promise<void> {
    await this.app.database.query('UPDATE products SET price = $2 WHERE id = $1', [id, price]);
  }
}
