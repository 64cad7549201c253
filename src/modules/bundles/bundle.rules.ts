import type { FieldErrors } from '../../common/errors/app-error.js';
import { addProblem, isPlainObject, judgeText } from '../../common/validation/index.js';

/** The product type of bundles that are made, changed and deleted through the client API. Section 1. */
export const API_PRODUCT_TYPE = 'external-api-product';

/** The variant fields and attributes that bundles of the API product type have. Section 5 of the decisions. */
export const API_VARIANT_FIELDS = ['price', 'wholesale-price', 'product-name'] as const;
export const API_ATTRIBUTES = ['business-volume', 'points', 'cumulative-volume'] as const;

/** Most problems named of one object with keys that it must not have. */
const MAX_NAMED_KEYS = 20;

const MAX_LANGUAGES = 100;
const LANGUAGE_CODE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8}){0,4}$/;

/** Variant fields and attributes of a product type, as far as the rules need them. */
export interface TypeFields {
  variant_fields: readonly string[];
  attributes: readonly string[];
}

/**
 * Texts by language: `en` is required and not blank, other keys are language codes.
 * @param value what was sent; anything but an object is left to the field's own rule
 * @param maxLength most characters of one text
 */
export function judgeTranslations(errors: FieldErrors, field: string, value: unknown, maxLength: number): void {
  if (!isPlainObject(value)) return;
  const problem = (key: string, message: string) => addProblem(errors, field, message, `${field}.${key}`);
  if (value.en === undefined) problem('en', 'is required');
  const keys = Object.keys(value);
  if (keys.length > MAX_LANGUAGES) return addProblem(errors, field, `must have at most ${MAX_LANGUAGES} languages`);
  for (const key of keys) {
    const wrong = judgeText(value[key], { min: key === 'en' ? 1 : 0, max: maxLength, multiline: true });
    if (!LANGUAGE_CODE.test(key)) problem(key.slice(0, 40), 'is not a language code such as en or pt-BR');
    else if (wrong !== undefined) problem(key, wrong);
  }
}

/** Refuses keys of an object that are not among the known ones, each by its name. */
export function judgeKeys(
  errors: FieldErrors,
  field: string,
  value: unknown,
  known: readonly string[],
  path = field,
): void {
  if (!isPlainObject(value)) return;
  const extra = Object.keys(value).filter((key) => !known.includes(key));
  for (const key of extra.slice(0, MAX_NAMED_KEYS)) {
    addProblem(errors, field, `is not one of ${known.join(', ')}`, `${path}.${key.slice(0, 100)}`);
  }
}

/** The SKUs of variants as they were sent, each with its place; what is no text is left to the field's own rule. */
export function skusOf(variants: unknown): { sku: string; index: number }[] {
  if (!Array.isArray(variants)) return [];
  return variants.flatMap((variant: unknown, index) => {
    const sku = isPlainObject(variant) ? variant['product-sku'] : undefined;
    return typeof sku === 'string' ? [{ sku, index }] : [];
  });
}

/**
 * SKUs are unique within a request, and none may belong to another bundle.
 * @param isTaken whether a SKU belongs to another live bundle
 * @param seen SKUs that came before in the same request; those of these variants are added
 */
export function judgeSkus(
  errors: FieldErrors,
  variants: unknown,
  isTaken: (sku: string) => boolean,
  seen = new Set<string>(),
): void {
  for (const { sku, index } of skusOf(variants)) {
    const path = `varients[${index}].product-sku`;
    if (seen.has(sku)) addProblem(errors, 'varients', 'is duplicated in this request', path);
    else if (isTaken(sku)) addProblem(errors, 'varients', 'belongs to another bundle', path);
    seen.add(sku);
  }
}

/** The API product type must have exactly the fields that API bundles have. Sections 2.3 and 7.3. */
export function judgeApiType(errors: FieldErrors, type: TypeFields): void {
  if (!haveSameEntries(type.variant_fields, API_VARIANT_FIELDS)) {
    addProblem(
      errors,
      'varients',
      `the product type has variant fields other than ${API_VARIANT_FIELDS.join(', ')}, or lacks one of them`,
    );
  }
  if (!haveSameEntries(type.attributes, API_ATTRIBUTES)) {
    addProblem(
      errors,
      'attributes',
      `the product type has attributes other than ${API_ATTRIBUTES.join(', ')}, or lacks one of them`,
    );
  }
}

/** Whether two lists have the same entries, in any order. */
export function haveSameEntries(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((entry) => others.includes(entry));
}

/** A copy of problems to add to, so that a transaction that runs again does not add twice. */
export function copyProblems(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, problems]) => [field, [...problems]]));
}

/** Whether nothing is wrong. */
export function isFine(errors: FieldErrors): boolean {
  return Object.keys(errors).length === 0;
}
