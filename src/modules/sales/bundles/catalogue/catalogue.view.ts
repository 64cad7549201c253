import {
  type CustomFieldValues,
  CustomFieldsView,
  type ShownCustomFields,
  shownCustomFields,
} from '#common/custom-fields/index.js';
import {
  ApiProperty,
  ApiPropertyOptional,
  ChoiceProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  RequiredProperties,
  TextProperty,
} from '#common/openapi/decorators.js';
import {
  type BundleState,
  CATALOGUE_STATUSES,
  type CatalogueStatus,
  type ProductState,
  type Translations,
} from '../bundle.entity.js';
import { translated, translation } from '../bundle.rules.js';

/** What `?fields=` adds to the bundles of the product list. */
export const DETAIL_FIELDS = [
  'title',
  'description',
  'short_description',
  'language',
  'currency_code',
  'currency_symbol',
  'business_volume',
  'points',
  'cumulative_volume',
  'availability',
  'pictures',
  'updated_at',
  'translations',
] as const satisfies readonly (keyof ProductListEntry)[];

/** Whether a product can be ordered. */
const AVAILABILITIES = ['available', 'unavailable'] as const;
type Availability = (typeof AVAILABILITIES)[number];

/** A product in the list of API bundles. See docs/spec/commerce-api.md#2.7. */
class ListedApiProduct {
  @NumberProperty(41) product_id!: number;
  @TextProperty('Green tea, 100 g') name!: string;
  @NumberProperty(24.9) base_price!: number;
  @ChoiceProperty(CATALOGUE_STATUSES, 'active') status!: CatalogueStatus;
}

/** A product in the list of all bundles. See docs/spec/commerce-api.md#2.6. */
export class ListedProduct extends ListedApiProduct {
  @TextProperty('external-api-product') product_type!: string;
  @TextProperty(null, 'URL of an image', { nullable: true }) image!: string | null;
}

/** A bundle in the list of all bundles. See docs/spec/commerce-api.md#2.6. */
export class ListedBundle {
  @TextProperty('Tea box') name!: string;
  @TextProperty('external-api-product') product_type!: string;
  @ChoiceProperty(CATALOGUE_STATUSES, 'active') status!: CatalogueStatus;
  @ListProperty(ListedProduct) products!: ListedProduct[];
  @TextProperty('tea-box') bundle_id!: string;
}

/** A bundle in the list of API bundles. See docs/spec/commerce-api.md#2.7. */
export class ListedApiBundle {
  @TextProperty('tea-box') bundle_id!: string;
  @TextProperty('Tea box') bundle_name!: string;
  @ListProperty(ListedApiProduct) products!: ListedApiProduct[];
}

/** A picture of a bundle. */
class PictureView {
  @TextProperty('https://cdn.example.com/tea-box.jpg') url!: string;
  @TextProperty('Tea box', 'alternative text, in the language of the response') alt!: string;
}

/** Every translation of the texts of a bundle: language code to text. */
class TranslationsView {
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: { en: 'Tea box', de: 'Teekiste' } })
  name!: Translations;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: { en: 'Three teas.' } })
  description!: Translations;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: { en: 'Three teas' } })
  short_description!: Translations;
}

/** A product of an entry of the product list; what `?fields=` adds is optional. */
class ProductOfEntry extends ListedProduct {
  @TextProperty('TEA-GREEN-100', { optional: true }) sku?: string;

  @ChoiceProperty(AVAILABILITIES, 'available', 'whether it can be ordered', { optional: true })
  availability?: Availability;
}

/** A product of a bundle's details. */
@RequiredProperties('sku', 'availability')
export class ProductDetailsView extends ProductOfEntry {
  declare sku: string;
  declare availability: Availability;
}

/** A bundle of the product list, with the fields of its details that `?fields=` names. */
export class ProductListEntry extends ListedBundle {
  @ListProperty(ProductOfEntry) declare products: ProductOfEntry[];
  @TextProperty('Teekiste', 'the name in the language of the response', { optional: true }) title?: string;
  @TextProperty('Drei Tees in einer Holzkiste.', { optional: true }) description?: string;
  @TextProperty('Drei Tees', { optional: true }) short_description?: string;
  @TextProperty('de', 'the language of `title`', { optional: true }) language?: string;
  @TextProperty('USD', { optional: true }) currency_code?: string;
  @TextProperty('$', { optional: true }) currency_symbol?: string;
  @NumberProperty(20, 'of one unit of any of its products', { optional: true }) business_volume?: number;
  @NumberProperty(15, 'of one unit of any of its products', { optional: true }) points?: number;
  @NumberProperty(20, 'of one unit of any of its products', { optional: true }) cumulative_volume?: number;

  @ChoiceProperty(AVAILABILITIES, 'available', 'whether any of its products is', { optional: true })
  availability?: Availability;

  @ListProperty(PictureView, { optional: true }) pictures?: PictureView[];
  @ApiPropertyOptional({ format: 'date-time', example: '2026-11-21T08:30:00.000Z' }) updated_at?: Date;
  @ObjectProperty(TranslationsView, { optional: true }) translations?: TranslationsView;
  @CustomFieldsView('bundles', 'client', true) custom_fields?: ShownCustomFields;
}

/** A bundle as a page that sells it shows it; `translations` only with `languages=all`. */
@RequiredProperties(...DETAIL_FIELDS.filter((field) => field !== 'translations' && field !== 'pictures'))
export class BundleDetailsView extends ProductListEntry {
  @ListProperty(ProductDetailsView) declare products: ProductDetailsView[];
  @ApiProperty({ type: PictureView, isArray: true, required: true }) declare pictures: PictureView[];

  declare title: string;
  declare description: string;
  declare short_description: string;
  declare language: string;
  declare currency_code: string;
  declare currency_symbol: string;
  declare business_volume: number;
  declare points: number;
  declare cumulative_volume: number;
  declare availability: Availability;
  declare updated_at: Date;

  @CustomFieldsView('bundles', 'client') declare custom_fields?: ShownCustomFields;
}

/** A product type among the bundles found. */
class CategoryFacet {
  @TextProperty('external-api-product') category!: string;
  @NumberProperty(12) count!: number;
}

/** The least and the greatest value among the bundles found; null without any. */
class RangeFacet {
  @NumberProperty(9.9, { nullable: true }) min!: number | null;
  @NumberProperty(129, { nullable: true }) max!: number | null;
}

/** By what the bundles found can be narrowed. */
export class FacetsView {
  @ListProperty(CategoryFacet, 'most frequent first, at most 50') categories!: CategoryFacet[];
  @ObjectProperty(RangeFacet, 'of the lowest price of each bundle') price!: RangeFacet;
  @ObjectProperty(RangeFacet) business_volume!: RangeFacet;
}

/** A bundle as its details are read. */
export type DetailsRow = Omit<BundleState, 'other_attributes' | 'products' | 'custom_fields'> & {
  updated_at: Date;
  custom_fields: CustomFieldValues | null;
  products: Pick<ProductState, 'product_id' | 'sku' | 'name' | 'price' | 'status'>[];
};

/**
 * @param languages those that the client prefers, best first
 * @param currency of all prices
 */
export function toBundleDetailsView(
  row: DetailsRow,
  languages: readonly string[],
  currency: { code: string; symbol: string },
): BundleDetailsView {
  const { bundle_id, name, product_type, status, image, business_volume, points, cumulative_volume, updated_at } = row;
  const { language = 'en', text: title = name } = translation(row.name_translations, languages) ?? {};
  const products = row.products.map((product) => ({
    product_id: product.product_id!,
    name: product.name,
    base_price: product.price,
    status: product.status,
    product_type,
    image,
    sku: product.sku,
    availability: availability(status === 'active' && product.status === 'active'),
  }));
  return {
    bundle_id,
    name,
    product_type,
    status,
    products,
    title,
    description: translated(row.description_translations, languages),
    short_description: translated(row.short_description_translations, languages),
    language,
    currency_code: currency.code,
    currency_symbol: currency.symbol,
    business_volume,
    points,
    cumulative_volume,
    availability: availability(products.some((product) => product.availability === 'available')),
    pictures: image === null ? [] : [{ url: image, alt: title }],
    updated_at,
    translations: {
      name: row.name_translations,
      description: row.description_translations,
      short_description: row.short_description_translations,
    },
    ...shownCustomFields('bundles', row.custom_fields, 'client'),
  };
}

function availability(isAvailable: boolean): Availability {
  return isAvailable ? 'available' : 'unavailable';
}
