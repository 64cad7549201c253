import type { FieldErrors } from '#common/errors/app-error.js';
import {
  addProblem,
  asSent,
  type InnerProblem,
  isPlainObject,
  validateKeys,
  validateText,
} from '#common/validation/index.js';
import type { OtherValues, Translations } from './bundle.entity.js';

/** The product type of the bundles that the client API creates, updates and deletes. See docs/spec/commerce-api.md#1. */
export const API_PRODUCT_TYPE = 'external-api-product';

/** Variant fields and attributes of the API product type. See docs/spec/service.md#5. */
export const API_VARIANT_FIELDS = ['price', 'wholesale-price', 'product-name'] as const;
export const API_ATTRIBUTES = ['business-volume', 'points', 'cumulative-volume'] as const;

/** Most variants of a bundle. */
export const MAX_VARIANTS = 100;

const REPEATED_SKU = 'is duplicated in this request';

const MAX_LANGUAGES = 100;
const LANGUAGE_CODE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8}){0,4}$/;

/** The variant fields and attributes of a product type. */
export interface TypeFields {
  variant_fields: readonly string[];
  attributes: readonly string[];
}

/**
 * Texts by language: `en` is required and not blank, other keys are language codes.
 * @param value what was sent; anything but an object is left to the field's own rule
 * @param max most characters of one text
 */
export function validateTranslations(value: unknown, max: number): InnerProblem[] {
  if (!isPlainObject(value)) return [];
  const missing = value.en === undefined ? [{ at: '.en', message: 'is required' }] : [];
  const keys = Object.keys(value);
  if (keys.length > MAX_LANGUAGES) {
    return [...missing, { at: '', message: `must have at most ${MAX_LANGUAGES} languages` }];
  }
  const wrong = keys.flatMap((key) => {
    if (!LANGUAGE_CODE.test(key))
      return { at: `.${key.slice(0, 40)}`, message: 'is not a language code such as en or pt-BR' };
    const message = validateText(value[key], { min: key === 'en' ? 1 : 0, max, multiline: true });
    return message === undefined ? [] : { at: `.${key}`, message };
  });
  return [...missing, ...wrong];
}

/** The SKUs of variants as they were sent. */
export function skusOf(variants: unknown): string[] {
  return indexedSkus(variants).map(({ sku }) => sku);
}

/** SKUs with their index. Values that are not text, and variants beyond the limit, are left to the field's own rule. */
function indexedSkus(variants: unknown): { sku: string; index: number }[] {
  if (!Array.isArray(variants)) return [];
  return variants.slice(0, MAX_VARIANTS).flatMap((variant: unknown, index) => {
    const sku = isPlainObject(variant) ? variant['product-sku'] : undefined;
    return typeof sku === 'string' ? [{ sku, index }] : [];
  });
}

/** No two variants of a bundle have the same SKU. */
export function findRepeatedSkus(variants: unknown): InnerProblem[] {
  const seen = new Set<string>();
  return indexedSkus(variants).flatMap(({ sku, index }) => {
    if (seen.has(sku)) return { at: `.varients[${index}].product-sku`, message: REPEATED_SKU };
    seen.add(sku);
    return [];
  });
}

/**
 * SKUs are unique within a request, and none may belong to another bundle. A SKU that has a problem already gets no second one.
 * @param isTaken whether a SKU belongs to another live bundle
 * @param seen SKUs of earlier bundles of the request; the SKUs of these variants are added
 */
export function validateSkus(
  errors: FieldErrors,
  variants: unknown,
  isTaken: (sku: string) => boolean,
  seen = new Set<string>(),
): void {
  for (const { sku, index } of indexedSkus(variants)) {
    const path = `varients[${index}].product-sku`;
    const isWrong = errors.varients?.some((problem) => problem.path === path);
    if (!isWrong && seen.has(sku)) addProblem(errors, 'varients', REPEATED_SKU, path);
    else if (!isWrong && isTaken(sku)) addProblem(errors, 'varients', 'belongs to another bundle', path);
    seen.add(sku);
  }
}

/** The API product type must have exactly the fields that API bundles have. See docs/spec/commerce-api.md#2.3 and #7.3. */
export function validateApiType(errors: FieldErrors, type: TypeFields): void {
  const check = (field: string, what: string, has: readonly string[], needed: readonly string[]) => {
    if (haveSameEntries(has, needed)) return;
    addProblem(errors, field, `the product type has ${what} other than ${needed.join(', ')}, or lacks one of them`);
  };
  check('varients', 'variant fields', type.variant_fields, API_VARIANT_FIELDS);
  check('attributes', 'attributes', type.attributes, API_ATTRIBUTES);
}

/** Whether two lists have the same entries, in any order. */
export function haveSameEntries(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((entry) => others.includes(entry));
}

/** Most characters of a text value of a product type's own field. */
const MAX_TEXT = 1000;

/** Keys of a variant that every product type has. */
const COMMON_KEYS = ['price', 'product-sku', 'status'];

/** Keys of variants that differ from the name of the field in the product type. See docs/spec/commerce-api.md#2.4. */
const KEY_OF_FIELD: Record<string, string> = { 'wholesale-price': 'whole-sale-price' };

/** The variant fields of a product type without columns of their own. */
export function otherFields({ variant_fields }: TypeFields): string[] {
  const known: string[] = [...API_VARIANT_FIELDS, ...COMMON_KEYS, 'whole-sale-price', 'product_id'];
  return variant_fields.filter((field) => !known.includes(field));
}

/** The attributes of a product type except the three volumes. */
export function otherAttributes({ attributes }: TypeFields): string[] {
  return attributes.filter((attribute) => !(API_ATTRIBUTES as readonly string[]).includes(attribute));
}

/** Variants must have the fields of their product type, and no others. The DTO validates price and SKU. */
export function validateTypedVariants(type: TypeFields, variants: unknown): InnerProblem[] {
  if (!Array.isArray(variants)) return [];
  const others = otherFields(type);
  const usual = API_VARIANT_FIELDS.filter((field) => type.variant_fields.includes(field)).map(
    (field) => KEY_OF_FIELD[field] ?? field,
  );
  const keys = [...new Set([...COMMON_KEYS, ...usual, ...others])];
  const required = usual.filter((key) => key !== 'price');
  return variants
    .slice(0, MAX_VARIANTS)
    .flatMap((variant: unknown, index) =>
      validateKeysOf(variant, required, others, keys).map(({ at, message }) => ({ at: `[${index}]${at}`, message })),
    );
}

/** A bundle must have the attributes of its product type, and no others. */
export function validateTypedAttributes(type: TypeFields, attributes: unknown): InnerProblem[] {
  const volumes = API_ATTRIBUTES.filter((attribute) => type.attributes.includes(attribute));
  return validateKeysOf(attributes, volumes, otherAttributes(type), type.attributes);
}

/**
 * Finds missing and unknown keys of an object.
 * @param required keys whose values the DTO validates
 * @param others keys whose values are validated here
 * @param keys all allowed keys
 */
function validateKeysOf(
  value: unknown,
  required: readonly string[],
  others: readonly string[],
  keys: readonly string[],
): InnerProblem[] {
  if (!isPlainObject(value)) return [];
  const sent = asSent(value);
  return [
    ...required.filter((key) => sent[key] === undefined).map((key) => ({ at: `.${key}`, message: 'is required' })),
    ...others.flatMap((key) => {
      const message = validateOther(sent[key]);
      return message === undefined ? [] : { at: `.${key}`, message };
    }),
    ...validateKeys(sent, keys),
  ];
}

function validateOther(value: unknown): string | undefined {
  if (value === undefined) return 'is required';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'has too many digits';
  if (typeof value !== 'string') return 'must be a number or a string';
  if (value.trim() === '') return 'must not be blank';
  return value.length > MAX_TEXT ? `must be at most ${MAX_TEXT} characters` : undefined;
}

/** The validated values of some keys that were sent for a DTO. */
export function pick(dto: object, keys: readonly string[]): OtherValues {
  const values = asSent(dto);
  return Object.fromEntries(keys.map((key) => [key, values[key] as number | string]));
}

/** The language in which every text of a bundle exists. */
const FALLBACK_LANGUAGE = 'en';

/**
 * A text in the first of these languages in which it exists, else in English.
 * @param languages lower case, best first
 */
export function translated(texts: Translations, languages: readonly string[]): string {
  return translation(texts, languages)?.text ?? '';
}

/** The same with its language, as it is stored; undefined without a text in any of them. */
export function translation(
  texts: Translations,
  languages: readonly string[],
): { language: string; text: string } | undefined {
  for (const wanted of [...languages, FALLBACK_LANGUAGE]) {
    const found = Object.entries(texts).find(
      ([language, text]) => language.toLowerCase().replaceAll('_', '-') === wanted && text !== '',
    );
    if (found !== undefined) return { language: found[0], text: found[1] };
  }
  return undefined;
}
