import { LimitField, OffsetField, type PageQuery } from '#common/http/pagination.js';
import { ChoiceField, DecimalField, TextField } from '#common/validation/index.js';
import { BundleKeyQuery } from '../bundle.dto.js';
import { CATALOGUE_STATUSES, type CatalogueStatus } from '../bundle.entity.js';
import { DETAIL_FIELDS } from './catalogue.view.js';

/** A comma-separated list of {@link DETAIL_FIELDS}. */
function FieldsField(): PropertyDecorator {
  return TextField({
    optional: true,
    max: 500,
    pattern: {
      expression: new RegExp(`^(${DETAIL_FIELDS.join('|')})(,(${DETAIL_FIELDS.join('|')}))*$`),
      message: `must be a comma-separated list of ${DETAIL_FIELDS.join(', ')}`,
    },
    description: `more fields of each bundle, separated by commas: ${DETAIL_FIELDS.map((name) => `\`${name}\``).join(', ')}; its products then have \`sku\` and \`availability\``,
    example: 'title,pictures,availability',
  });
}

/** In which order the product list can be; `-` is descending. Bundles of the same place are newest first. */
const SORTINGS = ['newest', 'name', '-name', 'price', '-price', 'business_volume', '-business_volume'] as const;
export type Sorting = (typeof SORTINGS)[number];

/** Which bundles of the catalogue; a blank filter is none. */
export class ProductFiltersQuery {
  @TextField({
    optional: true,
    min: 0,
    max: 200,
    description: 'part of the bundle name, case-insensitive',
    example: 'tea',
  })
  name?: string;

  @TextField({
    optional: true,
    min: 0,
    max: 64,
    description: "the product type's machine name",
    example: 'external-api-product',
  })
  category?: string;

  @TextField({
    optional: true,
    min: 0,
    max: 200,
    description: 'part of the bundle name in any language, or of a SKU, case-insensitive',
    example: 'tee',
  })
  search?: string;

  @ChoiceField(CATALOGUE_STATUSES, { optional: true, example: 'active' }) status?: CatalogueStatus;

  @DecimalField({ optional: true, description: 'an active product costs this or more', example: 10 })
  min_price?: number;

  @DecimalField({ optional: true, description: 'an active product costs this or less', example: 50 })
  max_price?: number;

  @DecimalField({ optional: true, description: 'least business volume', example: 10 }) min_business_volume?: number;
  @DecimalField({ optional: true, description: 'most business volume', example: 100 }) max_business_volume?: number;
}

/** Query of the product list. */
export class ProductListQuery extends ProductFiltersQuery implements PageQuery {
  @LimitField() limit?: number;
  @OffsetField() offset?: number;

  @ChoiceField(SORTINGS, {
    optional: true,
    description: 'the order; default: newest first. A price is the lowest of the active products',
    example: 'price',
  })
  sort?: Sorting;

  @FieldsField() fields?: string;
}

/** The query of a bundle's details. */
export class BundleDetailsQuery extends BundleKeyQuery {
  @ChoiceField(['all'], {
    optional: true,
    description: '`all`: also every translation of the texts, under `translations`',
    example: 'all',
  })
  languages?: 'all';
}
