import { SearchQuery } from '#common/http/pagination.js';
import { ChoiceField, DecimalField, ObjectField, ObjectListField, TextField } from '#common/validation/index.js';
import {
  BundleTextsDto,
  MAX_DESCRIPTION,
  MAX_NAME,
  NAME_EXAMPLE,
  SkuField,
  TEXT_EXAMPLE,
  TranslationsField,
  UniqueSkus,
} from '../bundle.dto.js';
import { CATALOGUE_STATUSES, type CatalogueStatus, type Translations } from '../bundle.entity.js';
import { MAX_VARIANTS } from '../bundle.rules.js';

const VARIANTS = 'the variants: the fields below and the other variant fields of the product type';
const ATTRIBUTES = 'the attributes of the product type, all of them and no others';

function ImageField(): PropertyDecorator {
  const pattern = {
    expression: /^(https?:\/\/|\/)[^\s"'<>\\]+$/,
    message: 'must be an http or https address, or a path',
  };
  return TextField({
    max: 2000,
    optional: true,
    nullable: true,
    pattern,
    description: 'URL of an image',
    example: 'https://cdn.example.com/tea.jpg',
  });
}

function StatusField(): PropertyDecorator {
  return ChoiceField(CATALOGUE_STATUSES, { optional: true, example: 'active' });
}

/** A variant of a bundle of any type; `validateTypedVariants` validates the further fields of its product type. */
export class AdminVariantDto {
  @DecimalField({ description: 'product price', example: 24.9 })
  price!: number;

  @TextField({ max: MAX_NAME, optional: true, description: 'product name', example: 'Green tea, 100 g' })
  'product-name'?: string;

  @DecimalField({ optional: true, description: 'wholesale price', example: 18.5 })
  'whole-sale-price'?: number;

  @SkuField()
  'product-sku'!: string;

  @StatusField()
  status?: CatalogueStatus;
}

/** The volumes of a bundle; `validateTypedAttributes` validates which of them its product type has, and its further attributes. */
export class AdminAttributesDto {
  @DecimalField({ optional: true, description: 'business volume', example: 20 })
  'business-volume'?: number;

  @DecimalField({ optional: true, description: 'reward points', example: 15 })
  points?: number;

  @DecimalField({ optional: true, description: 'cumulative volume', example: 20 })
  'cumulative-volume'?: number;
}

/** A new bundle of any product type. See docs/spec/service.md#8. */
@UniqueSkus()
export class CreateAdminBundleDto extends BundleTextsDto {
  @TextField({ max: 64, description: "the product type's machine name", example: 'external-api-product' })
  product_type!: string;

  @ObjectListField(() => AdminVariantDto, { min: 1, max: MAX_VARIANTS, description: VARIANTS })
  varients!: AdminVariantDto[];

  @ObjectField(() => AdminAttributesDto, { description: ATTRIBUTES })
  attributes!: AdminAttributesDto;

  @StatusField()
  status?: CatalogueStatus;

  @ImageField()
  image?: string | null;
}

/** Changes of a bundle; what is not sent stays. Variants are updated or added by SKU; attributes are replaced as a whole. */
@UniqueSkus()
export class UpdateAdminBundleDto {
  @TextField({ max: MAX_NAME, optional: true, description: 'bundle name', example: 'Tea box' })
  name?: string;

  @TranslationsField(MAX_NAME, NAME_EXAMPLE, true)
  bundle_name_translations?: Translations;

  @TranslationsField(MAX_DESCRIPTION, TEXT_EXAMPLE, true)
  description_translations?: Translations;

  @TranslationsField(MAX_DESCRIPTION, TEXT_EXAMPLE, true)
  short_description_translations?: Translations;

  @ObjectListField(() => AdminVariantDto, { optional: true, min: 1, max: MAX_VARIANTS, description: VARIANTS })
  varients?: AdminVariantDto[];

  @ObjectField(() => AdminAttributesDto, { optional: true, description: ATTRIBUTES })
  attributes?: AdminAttributesDto;

  @StatusField()
  status?: CatalogueStatus;

  @ImageField()
  image?: string | null;
}

/** Query of the list of bundles: `search` is part of a bundle's name or id, or of a SKU. */
export class AdminBundlesQuery extends SearchQuery {
  @TextField({
    optional: true,
    min: 0,
    max: 64,
    description: "the product type's machine name",
    example: 'external-api-product',
  })
  product_type?: string;

  @ChoiceField(CATALOGUE_STATUSES, { optional: true, example: 'active' })
  status?: CatalogueStatus;
}
