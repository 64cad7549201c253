import { toJsonNumber } from '../../common/decimal.js';
import type { BundleDto, VariantDto } from './bundle.dto.js';
import type { CatalogueStatus, Translations } from './bundle.entity.js';

/** Values of fields and attributes that a product type has beside the usual ones. */
type OtherValues = Record<string, number | string>;

/** A variant, by the names of its columns. */
export interface ProductState {
  /** Null until it is stored. */
  product_id: number | null;
  sku: string;
  name: string;
  price: number;
  wholesale_price: number;
  other_fields: OtherValues;
  status: CatalogueStatus;
}

/** A bundle with its live variants, by the names of its columns: what is stored, audited and told to hooks. */
export interface BundleState {
  bundle_id: string;
  product_type: string;
  name: string;
  name_translations: Translations;
  description_translations: Translations;
  short_description_translations: Translations;
  status: CatalogueStatus;
  image: string | null;
  business_volume: number;
  points: number;
  cumulative_volume: number;
  other_attributes: OtherValues;
  products: ProductState[];
}

/** A new bundle as a client sent it. */
export function newBundle(productType: string, dto: BundleDto): BundleState {
  return {
    bundle_id: dto.bundle_id,
    product_type: productType,
    status: 'active',
    image: null,
    other_attributes: {},
    ...sentFields(dto),
    products: dto.varients.map(newProduct),
  };
}

/** A bundle after a client's update: variants that are not named stay as they are. Section 5 of the decisions. */
export function updatedBundle(before: BundleState, dto: BundleDto): BundleState {
  return { ...before, ...sentFields(dto), products: withProducts(before.products, dto.varients.map(newProduct)) };
}

/**
 * Stored variants with new values for those that are named by SKU, and new ones at the end.
 * A stored variant keeps its id, its status and the fields that the client API does not know.
 */
function withProducts(before: readonly ProductState[], sent: readonly ProductState[]): ProductState[] {
  const stored = new Map(before.map((product) => [product.sku, product]));
  const named = sent.map((product) => {
    const { product_id, status, other_fields } = stored.get(product.sku) ?? product;
    return { ...product, product_id, status, other_fields };
  });
  return mergeProducts(before, named);
}

/** Puts changed variants in the place of the stored ones with the same SKU, and new ones at the end. */
export function mergeProducts(before: readonly ProductState[], changed: readonly ProductState[]): ProductState[] {
  const bySku = new Map([...before, ...changed].map((product) => [product.sku, product]));
  return [...bySku.values()];
}

function sentFields(dto: BundleDto) {
  return {
    name: dto.name,
    name_translations: dto.bundle_name_translations,
    description_translations: dto.description_translations,
    short_description_translations: dto.short_description_translations,
    business_volume: dto.attributes['business-volume'],
    points: dto.attributes.points,
    cumulative_volume: dto.attributes['cumulative-volume'],
  };
}

function newProduct(variant: VariantDto): ProductState {
  return {
    product_id: null,
    sku: variant['product-sku'],
    name: variant['product-name'],
    price: variant.price,
    wholesale_price: variant['whole-sale-price'],
    other_fields: {},
    status: 'active',
  };
}

/** A row of `bundles`; numbers as the driver gives them. */
export interface BundleRow extends Omit<BundleState, 'business_volume' | 'points' | 'cumulative_volume' | 'products'> {
  business_volume: string;
  points: string;
  cumulative_volume: string;
}

/** A row of `products`. */
export interface ProductRow extends Omit<ProductState, 'product_id' | 'price' | 'wholesale_price'> {
  product_id: number;
  price: string;
  wholesale_price: string;
}

/** A stored bundle. */
export function storedBundle(row: BundleRow, products: readonly ProductRow[]): BundleState {
  const { bundle_id, product_type, name, name_translations, description_translations, short_description_translations } =
    row;
  const { status, image, other_attributes } = row;
  return {
    ...{ bundle_id, product_type, name, name_translations, description_translations, short_description_translations },
    ...{ status, image, other_attributes },
    business_volume: toJsonNumber(row.business_volume),
    points: toJsonNumber(row.points),
    cumulative_volume: toJsonNumber(row.cumulative_volume),
    products: products.map(storedProduct),
  };
}

function storedProduct({
  product_id,
  sku,
  name,
  price,
  wholesale_price,
  other_fields,
  status,
}: ProductRow): ProductState {
  return {
    product_id,
    sku,
    name,
    price: toJsonNumber(price),
    wholesale_price: toJsonNumber(wholesale_price),
    other_fields,
    status,
  };
}
