import { applyDecorators } from '@nestjs/common';
import { type CustomFieldChange, CustomFieldsBody } from '#common/custom-fields/index.js';
import {
  classConstraint,
  DecimalField,
  ExactKeys,
  Field,
  innerConstraint,
  isPlainObject,
  ObjectField,
  ObjectListField,
  TextField,
} from '#common/validation/index.js';
import type { Translations } from './bundle.entity.js';
import { findRepeatedSkus, validateTranslations, MAX_VARIANTS } from './bundle.rules.js';

/** Most characters of names, and of descriptions in one language. */
export const MAX_NAME = 200;
export const MAX_DESCRIPTION = 10_000;

export const NAME_EXAMPLE = { en: 'Tea box', de: 'Teekiste' };
export const TEXT_EXAMPLE = { en: 'Three teas in a wooden box.' };

/** Most characters of a bundle id and of a SKU. See docs/spec/service.md#5. */
const MAX_BUNDLE_ID = 255;
const MAX_SKU = 64;

/**
 * An object of language code to text: one for `en` is required, the other keys are language codes, at most 100.
 * @param maxLength most characters of one text
 */
export function TranslationsField(maxLength: number, example: Translations, optional = false): PropertyDecorator {
  const text: { type: 'string'; maxLength: number } = { type: 'string', maxLength };
  return applyDecorators(
    Field(
      'json',
      (value) => (isPlainObject(value) ? undefined : 'must be an object'),
      { type: 'object', properties: { en: { ...text, minLength: 1 } }, required: ['en'], additionalProperties: text },
      { optional, example, description: 'language code to text; a text for `en` is required' },
    ),
    innerConstraint((value) => validateTranslations(value, maxLength)),
  );
}

/** A bundle whose `varients` all have different SKUs. */
export function UniqueSkus(): ClassDecorator {
  return classConstraint((dto: { varients?: unknown }) => findRepeatedSkus(dto.varients));
}

/** A SKU: 1 to 64 characters, no control characters. */
export function SkuField(): PropertyDecorator {
  return TextField({ max: MAX_SKU, description: 'SKU, unique in the live catalogue', example: 'TEA-GREEN-100' });
}

/** A bundle id: 1 to 255 characters, no control characters. */
function BundleIdField(): PropertyDecorator {
  return TextField({ max: MAX_BUNDLE_ID, description: 'bundle id, unique in the live catalogue', example: 'tea-box' });
}

/** One variant of a bundle. See docs/spec/commerce-api.md#2.4. */
export class VariantDto {
  @DecimalField({ description: 'product price', example: 24.9 }) price!: number;
  @TextField({ max: MAX_NAME, description: 'product name', example: 'Green tea, 100 g' }) 'product-name'!: string;
  @DecimalField({ description: 'wholesale price', example: 18.5 }) 'whole-sale-price'!: number;
  @SkuField() 'product-sku'!: string;
}

/** The volumes of a bundle: all of them and nothing else. See docs/spec/commerce-api.md#2.5. */
@ExactKeys()
export class AttributesDto {
  @DecimalField({ description: 'business volume', example: 20 }) 'business-volume'!: number;
  @DecimalField({ description: 'reward points', example: 15 }) points!: number;
  @DecimalField({ description: 'cumulative volume', example: 20 }) 'cumulative-volume'!: number;
}

/** The id and texts of a new bundle of any product type. */
export class BundleTextsDto {
  @BundleIdField() bundle_id!: string;
  @TextField({ max: MAX_NAME, description: 'bundle name', example: 'Tea box' }) name!: string;
  @TranslationsField(MAX_NAME, NAME_EXAMPLE) bundle_name_translations!: Translations;
  @TranslationsField(MAX_DESCRIPTION, TEXT_EXAMPLE) description_translations!: Translations;
  @TranslationsField(MAX_DESCRIPTION, { en: 'Three teas' }) short_description_translations!: Translations;
}

/** A product bundle as clients send it; the service checks its id and SKUs against the catalogue. See docs/spec/commerce-api.md#2.3. */
@UniqueSkus()
export class BundleDto extends BundleTextsDto {
  @ObjectListField(() => VariantDto, { min: 1, max: MAX_VARIANTS, description: 'the variants, each with its own SKU' })
  varients!: VariantDto[];

  @ObjectField(() => AttributesDto, { description: 'exactly these three attributes' }) attributes!: AttributesDto;
  @CustomFieldsBody('bundles', 'new', 'client') custom_fields?: CustomFieldChange;
}

/** The query of a delete. */
export class BundleKeyQuery {
  @BundleIdField() bundle_id!: string;
}

/** The query of a variant's delete. */
export class VariantKeyQuery extends BundleKeyQuery {
  @SkuField() product_sku!: string;
}
