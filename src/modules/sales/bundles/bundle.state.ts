import { changedCustomFields, type Party, validateCustomFields } from '#common/custom-fields/index.js';
import type { FieldErrors } from '#common/errors/app-error.js';
import { addProblems } from '#common/validation/index.js';
import type { AdminVariantDto, CreateAdminBundleDto } from './admin/admin-bundles.dto.js';
import type { BundleState, ProductState } from './bundle.entity.js';
import { otherAttributes, otherFields, pick, type TypeFields } from './bundle.rules.js';

/** What a request can set; every valid DTO of a bundle fits. */
type BundleChanges = Partial<Omit<CreateAdminBundleDto, 'bundle_id' | 'product_type'>>;

/**
 * A request with its custom fields as they may be written; what is wrong with them is added to the errors.
 * @param isNew whether those that are required have to be there
 */
export function withCustomFields<Dto extends BundleChanges>(
  dto: Dto,
  by: Party,
  isNew: boolean,
  errors: FieldErrors,
): Dto {
  const { values, problems } = validateCustomFields('bundles', dto.custom_fields, by, isNew);
  addProblems(errors, 'custom_fields', problems);
  return { ...dto, custom_fields: values };
}

/** A new bundle of a product type from a valid request. */
export function newBundle(
  type: TypeFields,
  { bundle_id, product_type }: Pick<BundleState, 'bundle_id' | 'product_type'>,
  dto: BundleChanges,
): BundleState {
  const empty: BundleState = {
    bundle_id,
    product_type,
    name: '',
    name_translations: {},
    description_translations: {},
    short_description_translations: {},
    status: 'active',
    image: null,
    business_volume: 0,
    points: 0,
    cumulative_volume: 0,
    other_attributes: {},
    products: [],
  };
  return updatedBundle(type, empty, dto);
}

/**
 * A bundle after a valid update. What was not sent stays; variants are updated or added by SKU, attributes are replaced as
 * a whole. See docs/spec/service.md#5.
 */
export function updatedBundle(type: TypeFields, before: BundleState, dto: BundleChanges): BundleState {
  const { attributes } = dto;
  const { custom_fields, ...others } = before;
  const custom = changedCustomFields(custom_fields ?? null, dto.custom_fields ?? {});
  const bundle: BundleState = {
    ...others,
    name: dto.name ?? before.name,
    name_translations: dto.bundle_name_translations ?? before.name_translations,
    description_translations: dto.description_translations ?? before.description_translations,
    short_description_translations: dto.short_description_translations ?? before.short_description_translations,
    status: dto.status ?? before.status,
    image: dto.image === undefined ? before.image : dto.image,
    ...(custom && { custom_fields: custom }),
    ...(attributes && {
      business_volume: attributes['business-volume'] ?? 0,
      points: attributes.points ?? 0,
      cumulative_volume: attributes['cumulative-volume'] ?? 0,
      other_attributes: { ...before.other_attributes, ...pick(attributes, otherAttributes(type)) },
    }),
  };
  const stored = new Map(before.products.map((product) => [product.sku, product]));
  for (const variant of dto.varients ?? []) {
    const sku = variant['product-sku'];
    stored.set(sku, updatedProduct(type, bundle.name, stored.get(sku), variant));
  }
  return { ...bundle, products: [...stored.values()] };
}

/** Where the product type has no product name or wholesale price, they are the bundle's name and the price. */
function updatedProduct(
  type: TypeFields,
  bundleName: string,
  before: ProductState | undefined,
  variant: AdminVariantDto,
): ProductState {
  return {
    product_id: before?.product_id ?? null,
    sku: variant['product-sku'],
    name: variant['product-name'] ?? bundleName,
    price: variant.price,
    wholesale_price: variant['whole-sale-price'] ?? variant.price,
    other_fields: { ...before?.other_fields, ...pick(variant, otherFields(type)) },
    status: variant.status ?? before?.status ?? 'active',
  };
}
