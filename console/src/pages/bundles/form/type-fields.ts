import type { ProductType } from '../../product-types';
import { t } from '#console/i18n/t';

/** The fields of a bundle form, by product type. */
export interface TypeFields {
  hasName: boolean;
  hasWholesalePrice: boolean;
  /** Custom variant fields. */
  own: readonly string[];
  /** The volumes of this type. */
  volumes: readonly string[];
  /** Custom attributes. */
  ownAttributes: readonly string[];
}

/** Built-in fields. */
const KNOWN = ['price', 'wholesale-price', 'whole-sale-price', 'product-name', 'product-sku', 'status'];

/** Labels of the volumes; the API uses the specification's names. */
const VOLUMES: Readonly<Record<string, string>> = {
  'business-volume': t('Business volume'),
  points: t('Points'),
  'cumulative-volume': t('Cumulative volume'),
};

/** The fields of the form for a product type. */
export function fieldsOf({ variant_fields, attributes }: ProductType): TypeFields {
  return {
    hasName: variant_fields.includes('product-name'),
    hasWholesalePrice: variant_fields.includes('wholesale-price'),
    own: variant_fields.filter((field) => !KNOWN.includes(field)),
    volumes: Object.keys(VOLUMES).filter((attribute) => attributes.includes(attribute)),
    ownAttributes: attributes.filter((attribute) => !Object.hasOwn(VOLUMES, attribute)),
  };
}

/** The label of a volume. */
export function volumeLabel(name: string): string {
  return VOLUMES[name] ?? name;
}
