import { asSent, isPlainObject, validateKeys, type InnerProblem } from '#common/validation/index.js';
import { API_ATTRIBUTES, API_VARIANT_FIELDS, MAX_VARIANTS, type TypeFields } from './bundle.rules.js';
import type { OtherValues } from './bundle.state.js';

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
