import type { FieldErrors } from '../../common/errors/app-error.js';
import { addProblem, isPlainObject } from '../../common/validation/index.js';
import { API_ATTRIBUTES, API_VARIANT_FIELDS, judgeKeys, type TypeFields } from './bundle.rules.js';

/** Values of fields and attributes that a product type has beside the usual ones. */
type OtherValues = Record<string, number | string>;

/** Most characters of a text value of a product type's own field. */
const MAX_TEXT = 1000;

/** Keys of a variant that every product type has. */
const COMMON_KEYS = ['price', 'product-sku', 'status'];

/** Under which key a variant carries a field of its product type, where the two differ. Section 2.4. */
const KEY_OF_FIELD: Record<string, string> = { 'wholesale-price': 'whole-sale-price' };

/** The variant fields of a product type beside those that have columns of their own. */
export function otherFields({ variant_fields }: TypeFields): string[] {
  const known: string[] = [...API_VARIANT_FIELDS, ...COMMON_KEYS, 'whole-sale-price', 'product_id'];
  return variant_fields.filter((field) => !known.includes(field));
}

/** The attributes of a product type beside the three volumes. */
export function otherAttributes({ attributes }: TypeFields): string[] {
  return attributes.filter((attribute) => !(API_ATTRIBUTES as readonly string[]).includes(attribute));
}

/** Variants must have the fields of their product type, and no others. Price and SKU are the DTO's concern. */
export function judgeTypedVariants(errors: FieldErrors, type: TypeFields, variants: unknown): void {
  if (!Array.isArray(variants)) return;
  const others = otherFields(type);
  const usual = API_VARIANT_FIELDS.filter((field) => type.variant_fields.includes(field)).map(
    (field) => KEY_OF_FIELD[field] ?? field,
  );
  const keys = [...new Set([...COMMON_KEYS, ...usual, ...others])];
  variants.forEach((variant: unknown, index) => {
    if (!isPlainObject(variant)) return;
    const path = `varients[${index}]`;
    const required = usual.filter((key) => key !== 'price' && variant[key] === undefined);
    for (const key of required) addProblem(errors, 'varients', 'is required', `${path}.${key}`);
    judgeOthers(errors, 'varients', variant, others, path);
    judgeKeys(errors, 'varients', variant, keys, path);
  });
}

/** A bundle must have the attributes of its product type, and no others. */
export function judgeTypedAttributes(errors: FieldErrors, type: TypeFields, attributes: unknown): void {
  if (!isPlainObject(attributes)) return;
  const volumes = API_ATTRIBUTES.filter((attribute) => type.attributes.includes(attribute));
  for (const key of volumes)
    if (attributes[key] === undefined) addProblem(errors, 'attributes', 'is required', `attributes.${key}`);
  judgeOthers(errors, 'attributes', attributes, otherAttributes(type), 'attributes');
  judgeKeys(errors, 'attributes', attributes, type.attributes);
}

function judgeOthers(
  errors: FieldErrors,
  field: string,
  object: Record<string, unknown>,
  keys: string[],
  path: string,
): void {
  for (const key of keys) {
    const problem = judgeOther(object[key]);
    if (problem !== undefined) addProblem(errors, field, problem, `${path}.${key}`);
  }
}

function judgeOther(value: unknown): string | undefined {
  if (value === undefined) return 'is required';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'has too many digits';
  if (typeof value !== 'string') return 'must be a number or a string';
  if (value.trim() === '') return 'must not be blank';
  return value.length > MAX_TEXT ? `must be at most ${MAX_TEXT} characters` : undefined;
}

/** The values of some keys, which have been judged. */
export function pick(object: unknown, keys: readonly string[]): OtherValues {
  const values = isPlainObject(object) ? object : {};
  return Object.fromEntries(keys.map((key) => [key, values[key] as number | string]));
}
