/** The product type of bundles that applications create through the API, as named in the specification. */
export const API_PRODUCT_TYPE = 'external-api-product';

/** The variant fields that this type must have, and no others. */
export const API_VARIANT_FIELDS: readonly string[] = ['price', 'wholesale-price', 'product-name'];

/** The attributes that this type must have, and no others. */
export const API_ATTRIBUTES: readonly string[] = ['business-volume', 'points', 'cumulative-volume'];

interface Fields {
  variant_fields: readonly string[];
  attributes: readonly string[];
}

/** Whether a type has exactly the fields that the API requires. */
export function matchesApiType({ variant_fields, attributes }: Fields): boolean {
  return haveSameEntries(variant_fields, API_VARIANT_FIELDS) && haveSameEntries(attributes, API_ATTRIBUTES);
}

function haveSameEntries(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((entry) => others.includes(entry));
}
