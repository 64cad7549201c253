import type { ProductType } from '../../product-types';

/** What the form of a bundle has, by its product type. */
export interface TypeFields {
  hasName: boolean;
  hasWholesalePrice: boolean;
  /** Variant fields that only this type has. */
  own: readonly string[];
  /** The volumes that bundles of this type have. */
  volumes: readonly string[];
  /** Attributes that only this type has. */
  ownAttributes: readonly string[];
}

/** Fields that the service keeps for itself, or for every variant. */
const KNOWN = ['price', 'wholesale-price', 'whole-sale-price', 'product-name', 'product-sku', 'status'];

/** What people call the volumes; the specification's names are what is sent. */
const VOLUMES: Readonly<Record<string, string>> = {
  'business-volume': 'Business volume',
  points: 'Points',
  'cumulative-volume': 'Cumulative volume',
};

/** What the form of a bundle of a type has. */
export function fieldsOf({ variant_fields, attributes }: ProductType): TypeFields {
  return {
    hasName: variant_fields.includes('product-name'),
    hasWholesalePrice: variant_fields.includes('wholesale-price'),
    own: variant_fields.filter((field) => !KNOWN.includes(field)),
    volumes: Object.keys(VOLUMES).filter((attribute) => attributes.includes(attribute)),
    ownAttributes: attributes.filter((attribute) => !Object.hasOwn(VOLUMES, attribute)),
  };
}

/** What a volume is called. */
export function volumeLabel(name: string): string {
  return VOLUMES[name] ?? name;
}
