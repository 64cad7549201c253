import type { TestDatabase } from './test-database.js';

/** Options of a test product; everything has a default. */
export interface ProductOptions {
  sku?: string;
  bundleId?: string;
  price?: string;
  wholesalePrice?: string;
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

/** Inserts products directly into the database, for tests that do not test their creation. */
export class Catalogue {
  private count = 0;

  constructor(private readonly database: TestDatabase) {}

  /** Creates a product in its own bundle. */
  async product(options: ProductOptions = {}): Promise<TestProduct> {
    this.count += 1;
    const sku = options.sku ?? `SKU-${this.count}`;
    const bundleId = options.bundleId ?? `bundle-${this.count}`;
    await this.productType();
    const [bundle] = await this.database.query<{ id: number }>(
      `INSERT INTO bundles (bundle_id, product_type, name, name_translations, description_translations,
         short_description_translations, status, image, business_volume, points, cumulative_volume, vendor_uid)
       VALUES ($1, 'external-api-product', 'Bundle', '{"en":"Bundle"}', '{"en":"-"}', '{"en":"-"}', $2, $3, $4, $5, $6, $7) RETURNING id`,
      [
        bundleId,
        options.bundleStatus ?? 'active',
        options.image ?? null,
        options.businessVolume ?? '0',
        options.points ?? '0',
        options.cumulativeVolume ?? '0',
        options.vendorUid ?? 1,
      ],
    );
    const [product] = await this.database.query<{ id: number }>(
      `INSERT INTO products (bundle_key, sku, name, price, wholesale_price, status) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [
        bundle!.id,
        sku,
        options.name ?? `Product ${this.count}`,
        options.price ?? '10',
        options.wholesalePrice ?? '0',
        options.status ?? 'active',
      ],
    );
    return { id: product!.id, sku, bundleId, bundleKey: bundle!.id };
  }

  /** Creates or updates a product type; default: that of bundles created through the API. */
  async productType(
    name = 'external-api-product',
    variantFields = ['price', 'wholesale-price', 'product-name'],
    attributes = ['business-volume', 'points', 'cumulative-volume'],
  ): Promise<void> {
    await this.database.query(
      `INSERT INTO product_types (name, label, variant_fields, attributes) VALUES ($1, $1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET variant_fields = EXCLUDED.variant_fields, attributes = EXCLUDED.attributes`,
      [name, variantFields, attributes],
    );
  }

  /** Soft-deletes a product's bundle, as the service does. */
  async delete({ bundleKey }: TestProduct): Promise<void> {
    await this.database.query('UPDATE bundles SET deleted_at = now() WHERE id = $1', [bundleKey]);
    await this.database.query('UPDATE products SET deleted_at = now() WHERE bundle_key = $1', [bundleKey]);
  }

  /** Changes the price of a product. */
  async setPrice({ id }: TestProduct, price: string): Promise<void> {
    await this.database.query('UPDATE products SET price = $2 WHERE id = $1', [id, price]);
  }
}
