import type {
  AdminBundleView,
  AdminVariantDto,
  CreateAdminBundleDto,
  UpdateAdminBundleDto,
} from './bundle-admin.dto.js';
import type { TypeFields } from './bundle.rules.js';
import { mergeProducts, type BundleState, type ProductState } from './bundle.state.js';
import { otherAttributes, otherFields, pick } from './typed-bundle.rules.js';

type Plain = Record<string, unknown>;

/** A new bundle of any type, as it was sent and judged. */
export function newTypedBundle(type: TypeFields, dto: CreateAdminBundleDto, plain: Plain): BundleState {
  const bundle: BundleState = {
    bundle_id: dto.bundle_id,
    product_type: dto.product_type,
    name: dto.name,
    name_translations: dto.bundle_name_translations,
    description_translations: dto.description_translations,
    short_description_translations: dto.short_description_translations,
    status: dto.status ?? 'active',
    image: dto.image ?? null,
    ...attributesOf(type, dto.attributes, plain.attributes),
    products: [],
  };
  return { ...bundle, products: variantsOf(type, bundle, dto.varients, plain) };
}

/** A bundle after an admin's changes: what was not sent stays. */
export function changedTypedBundle(
  type: TypeFields,
  before: BundleState,
  dto: UpdateAdminBundleDto,
  plain: Plain,
): BundleState {
  const bundle: BundleState = {
    ...before,
    name: dto.name ?? before.name,
    name_translations: dto.bundle_name_translations ?? before.name_translations,
    description_translations: dto.description_translations ?? before.description_translations,
    short_description_translations: dto.short_description_translations ?? before.short_description_translations,
    status: dto.status ?? before.status,
    image: dto.image === undefined ? before.image : dto.image,
    ...(dto.attributes === undefined ? {} : attributesOf(type, dto.attributes, plain.attributes)),
  };
  return { ...bundle, products: mergeProducts(before.products, variantsOf(type, bundle, dto.varients ?? [], plain)) };
}

/** The volumes are 0 where the product type has none. */
function attributesOf(type: TypeFields, volumes: CreateAdminBundleDto['attributes'], plain: unknown) {
  return {
    business_volume: volumes['business-volume'] ?? 0,
    points: volumes.points ?? 0,
    cumulative_volume: volumes['cumulative-volume'] ?? 0,
    other_attributes: pick(plain, otherAttributes(type)),
  };
}

/** Where the product type has no product name or wholesale price, they are the bundle's name and the price. */
function variantsOf(type: TypeFields, bundle: BundleState, variants: AdminVariantDto[], plain: Plain): ProductState[] {
  const fields = otherFields(type);
  const stored = new Map(bundle.products.map((product) => [product.sku, product]));
  const sent = Array.isArray(plain.varients) ? (plain.varients as unknown[]) : [];
  return variants.map((variant, index) => {
    const before = stored.get(variant['product-sku']);
    return {
      product_id: before?.product_id ?? null,
      sku: variant['product-sku'],
      name: variant['product-name'] ?? bundle.name,
      price: variant.price,
      wholesale_price: variant['whole-sale-price'] ?? variant.price,
      other_fields: pick(sent[index], fields),
      status: variant.status ?? before?.status ?? 'active',
    };
  });
}

/** A stored bundle in the words in which it is written. */
export function adminView(
  bundle: BundleState,
  stored: { vendor_uid: number; created_at: Date; updated_at: Date },
): AdminBundleView {
  return {
    bundle_id: bundle.bundle_id,
    product_type: bundle.product_type,
    name: bundle.name,
    bundle_name_translations: bundle.name_translations,
    description_translations: bundle.description_translations,
    short_description_translations: bundle.short_description_translations,
    status: bundle.status,
    image: bundle.image,
    varients: bundle.products.map(variantView),
    attributes: {
      'business-volume': bundle.business_volume,
      points: bundle.points,
      'cumulative-volume': bundle.cumulative_volume,
      ...bundle.other_attributes,
    },
    vendor_uid: stored.vendor_uid,
    created_at: stored.created_at.toISOString(),
    updated_at: stored.updated_at.toISOString(),
  };
}

function variantView(product: ProductState): Record<string, unknown> {
  return {
    product_id: product.product_id,
    'product-sku': product.sku,
    'product-name': product.name,
    price: product.price,
    'whole-sale-price': product.wholesale_price,
    status: product.status,
    ...product.other_fields,
  };
}
