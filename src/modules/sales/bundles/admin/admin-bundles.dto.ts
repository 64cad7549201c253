import {
  type CustomFieldChange,
  CustomFieldsBody,
  CustomFieldsView,
  type Party,
  type ShownCustomFields,
  shownCustomFields,
} from '#common/custom-fields/index.js';
import { FormatField } from '#common/http/downloads.js';
import { CountedOffsetField, SearchQuery } from '#common/http/pagination.js';
import { type Sort, SortField } from '#common/http/sorting.js';
import {
  ApiProperty,
  BooleanProperty,
  ChoiceProperty,
  ListProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
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
import {
  type Bundle,
  CATALOGUE_STATUSES,
  type CatalogueStatus,
  toBundleState,
  type Translations,
} from '../bundle.entity.js';
import { MAX_VARIANTS } from '../bundle.rules.js';
import { textInPath } from '#common/http/path-params.js';

export const BundleIdParam = textInPath('bundle_id', 'bundle id', 'vitality-multivitamin');
export const ProductSkuParam = textInPath('product_sku', 'SKU of the variant', 'VIT-MULTI-180');

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
  @DecimalField({ description: 'product price', example: 24.9 }) price!: number;

  @TextField({ max: MAX_NAME, optional: true, description: 'product name', example: 'Green tea, 100 g' })
  'product-name'?: string;

  @DecimalField({ optional: true, description: 'wholesale price', example: 18.5 }) 'whole-sale-price'?: number;
  @SkuField() 'product-sku'!: string;
  @StatusField() status?: CatalogueStatus;
}

/** The volumes of a bundle; `validateTypedAttributes` validates which of them its product type has, and its further attributes. */
class AdminAttributesDto {
  @DecimalField({ optional: true, description: 'business volume', example: 20 }) 'business-volume'?: number;
  @DecimalField({ optional: true, description: 'reward points', example: 15 }) points?: number;
  @DecimalField({ optional: true, description: 'cumulative volume', example: 20 }) 'cumulative-volume'?: number;
}

/** A new bundle of any product type. See docs/spec/service.md#8. */
@UniqueSkus()
export class CreateAdminBundleDto extends BundleTextsDto {
  @TextField({ max: 64, description: "the product type's machine name", example: 'external-api-product' })
  product_type!: string;

  @ObjectListField(() => AdminVariantDto, { min: 1, max: MAX_VARIANTS, description: VARIANTS })
  varients!: AdminVariantDto[];

  @ObjectField(() => AdminAttributesDto, { description: ATTRIBUTES }) attributes!: AdminAttributesDto;
  @StatusField() status?: CatalogueStatus;
  @ImageField() image?: string | null;
  @CustomFieldsBody('bundles', 'new', 'admin') custom_fields?: CustomFieldChange;
}

/** Changes of a bundle; what is not sent stays. Variants are updated or added by SKU; attributes are replaced as a whole. */
@UniqueSkus()
export class UpdateAdminBundleDto {
  @TextField({ max: MAX_NAME, optional: true, description: 'bundle name', example: 'Tea box' }) name?: string;
  @TranslationsField(MAX_NAME, NAME_EXAMPLE, true) bundle_name_translations?: Translations;
  @TranslationsField(MAX_DESCRIPTION, TEXT_EXAMPLE, true) description_translations?: Translations;
  @TranslationsField(MAX_DESCRIPTION, TEXT_EXAMPLE, true) short_description_translations?: Translations;

  @ObjectListField(() => AdminVariantDto, { optional: true, min: 1, max: MAX_VARIANTS, description: VARIANTS })
  varients?: AdminVariantDto[];

  @ObjectField(() => AdminAttributesDto, { optional: true, description: ATTRIBUTES }) attributes?: AdminAttributesDto;
  @StatusField() status?: CatalogueStatus;
  @ImageField() image?: string | null;
  @CustomFieldsBody('bundles', 'change', 'admin') custom_fields?: CustomFieldChange;
}

const BUNDLE_SORTS = ['created_at', 'name'] as const;
type BundleSort = (typeof BUNDLE_SORTS)[number];

/** Query of the list of bundles: `search` is part of a bundle's name or id, or of a SKU. */
export class AdminBundlesQuery extends SearchQuery {
  @CountedOffsetField() declare offset?: number;

  @TextField({
    optional: true,
    min: 0,
    max: 64,
    description: "the product type's machine name",
    example: 'external-api-product',
  })
  product_type?: string;

  @ChoiceField(CATALOGUE_STATUSES, { optional: true, example: 'active' }) status?: CatalogueStatus;
  @SortField(BUNDLE_SORTS, '-created_at') sort?: Sort<BundleSort>;
  @FormatField() format?: 'json' | 'csv';
}

/** A bundle as the admin module shows it, with the names of the request that writes it. */
export class AdminBundleView {
  @TextProperty('tea-box') bundle_id!: string;
  @TextProperty('external-api-product') product_type!: string;
  @TextProperty('External API product', 'label of `product_type`') product_type_label!: string;
  @TextProperty('Tea box') name!: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: NAME_EXAMPLE })
  bundle_name_translations!: Translations;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: TEXT_EXAMPLE })
  description_translations!: Translations;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: TEXT_EXAMPLE })
  short_description_translations!: Translations;

  @ChoiceProperty(CATALOGUE_STATUSES, 'active') status!: CatalogueStatus;
  @TextProperty(null, { nullable: true }) image!: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [
      {
        product_id: 41,
        'product-sku': 'TEA-GREEN-100',
        'product-name': 'Green tea, 100 g',
        price: 24.9,
        'whole-sale-price': 18.5,
        status: 'active',
      },
    ],
  })
  varients!: Record<string, unknown>[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { 'business-volume': 20, points: 15, 'cumulative-volume': 20 },
  })
  attributes!: Record<string, unknown>;

  @NumberProperty(2, 'the user for whom the bundle was created') vendor_uid!: number;
  @TextProperty('2026-11-21T08:00:00.000Z') created_at!: string;
  @TextProperty('2026-11-21T08:00:00.000Z') updated_at!: string;
  @CustomFieldsView('bundles', 'admin') custom_fields?: ShownCustomFields;
}

/** A cart or an order that contains a bundle. */
export class BundleHolderView {
  @NumberProperty(7, 'id of the order, or of the cart') id!: number;
  @TextProperty('placed', '`cart`, or the status of the order') status!: string;
  @TextProperty('20261121-000007', 'null for a cart', { nullable: true }) order_number!: string | null;
  @NumberProperty(42, 'the owner') uid!: number;
  @TextProperty('alice') username!: string;
  @TextProperty('2026-11-21T08:00:00.000Z') changed_at!: string;
}

/** Preview the deletion of a bundle. */
export class DeleteImpactView {
  @TextProperty('tea-box') bundle_id!: string;
  @BooleanProperty(false) deletable!: boolean;
  @NumberProperty(1, 'carts with the bundle, changed within `CART_TTL_DAYS`') open_carts!: number;
  @NumberProperty(0, 'orders with the bundle that are neither completed nor cancelled') open_orders!: number;
  @NumberProperty(0) completed_orders!: number;

  @ListProperty(
    BundleHolderView,
    'the first 20 of these carts and orders: open before completed, most recently changed first',
  )
  holders!: BundleHolderView[];
}

/** A stored bundle as the admin module shows it. */
export function toAdminBundleView(bundle: Bundle, reader: Party): AdminBundleView {
  const {
    name_translations,
    business_volume,
    points,
    cumulative_volume,
    other_attributes,
    products: variants,
    custom_fields,
    ...state
  } = toBundleState(bundle, bundle.products ?? []);
  return {
    ...state,
    product_type_label: bundle.productTypeLabel ?? bundle.productTypeName,
    bundle_name_translations: name_translations,
    varients: variants.map(({ product_id, sku, name, price, wholesale_price, status, other_fields }) => ({
      product_id,
      'product-sku': sku,
      'product-name': name,
      price,
      'whole-sale-price': wholesale_price,
      status,
      ...other_fields,
    })),
    attributes: {
      'business-volume': business_volume,
      points,
      'cumulative-volume': cumulative_volume,
      ...other_attributes,
    },
    vendor_uid: bundle.vendorUid,
    created_at: bundle.createdAt.toISOString(),
    updated_at: bundle.updatedAt.toISOString(),
    ...shownCustomFields('bundles', custom_fields, reader),
  };
}
