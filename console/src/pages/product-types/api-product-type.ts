/** The product type of the bundles that applications make through the API, spelled as the specification spells it. */
export const API_PRODUCT_TYPE = 'external-api-product';

/** The variant fields that this type must have, and no others. */
export const API_VARIANT_FIELDS: readonly string[] = ['price', 'wholesale-price', 'product-name'];

/** The attributes that this type must have, and no others. */
export const API_ATTRIBUTES: readonly string[] = ['business-volume', 'points', 'cumulative-volume'];

interface Fields {
  variant_fields: readonly string[];
  attributes: readonly string[];
}

/** Whether applications can make bundles of a type with these fields, if it has the right name. */
export function suitsTheApi({ variant_fields, attributes }: Fields): boolean {
  return haveSameEntries(variant_fields, API_VARIANT_FIELDS) && haveSameEntries(attributes, API_ATTRIBUTES);
}

function haveSameEntries(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((entry) => others.includes(entry));
}
