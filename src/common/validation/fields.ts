import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { DECIMAL_DIGITS, DECIMAL_PLACES, isStorableDecimal } from '../money/decimal.js';
import { MAX_ID } from '../ids.js';
import { ApiProperty, ApiPropertyOptional } from '../openapi/decorators.js';
import { Type, ValidateIf, ValidateNested } from './class-validator.js';
import { constraint, type Validator } from './constraint.js';
import { characters, hasControlCharacters, isBlank, UNSTORABLE_TEXT } from './text.js';
import { formField, type FormKind } from './form-fields.js';
import { isPlainObject } from './instance.js';

/** What the decorators of this file share. */
export interface FieldOptions {
  /** A field that need not be sent. `null` counts as sent, and is refused, unless `nullable`. Default: required. */
  optional?: boolean;
  /** `null` is allowed (it clears a stored value). */
  nullable?: boolean;
  /** What a field that is not sent means: for the document alone. */
  default?: number;
  description?: string;
  example?: unknown;
}

export { constraint, isPlainObject, type Validator };

/**
 * A field with one rule: class-validator constraint, OpenAPI property and form conversion in one decorator, so that the
 * three never disagree. A DTO field reports one problem at a time: the first that holds.
 * @param validate missing and null values are validated before
 */
export function Field(
  kind: FormKind,
  validate: Validator,
  api: ApiPropertyOptions,
  options: FieldOptions = {},
): PropertyDecorator {
  const { optional = false, nullable = false } = options;
  const rule: Validator = (value) => {
    if (value === undefined) return 'is required';
    return value === null ? 'must not be null' : validate(value);
  };
  const absent = [...(optional ? [undefined] : []), ...(nullable ? [null] : [])];
  return applyDecorators(
    ...(absent.length > 0 ? [ValidateIf((_, value) => !absent.includes(value as null))] : []),
    constraint(rule, 'field'),
    formField(kind),
    property(api, options),
  );
}

function property(api: ApiPropertyOptions, options: FieldOptions): PropertyDecorator {
  const described = {
    ...api,
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(options.example === undefined ? {} : { example: options.example }),
    ...(options.nullable ? { nullable: true } : {}),
    ...(options.default === undefined ? {} : { default: options.default }),
  };
  // `required` of an object's own keys would hide whether the field itself is.
  if (Array.isArray(api.required))
    return ApiProperty({ ...described, selfRequired: !options.optional } as ApiPropertyOptions);
  return options.optional ? ApiPropertyOptional(described) : ApiProperty(described);
}

/** Options of {@link TextField}. */
export interface TextOptions extends FieldOptions {
  /** Least number of characters; default 1, and white space alone does not count. 0 allows a blank text. */
  min?: number;
  /** Most characters (code points). */
  max: number;
  /** Tabs and line breaks are allowed. Default false. */
  multiline?: boolean;
  pattern?: { expression: RegExp; message: string };
}

/** A text. Numbers and other types are refused, never converted. */
export function TextField(options: TextOptions): PropertyDecorator {
  const api = { type: String, minLength: options.min ?? 1, maxLength: options.max } as ApiPropertyOptions;
  return Field('text', (value) => validateText(value, options), api, options);
}

/** What is wrong with a text, or undefined. */
export function validateText(value: unknown, { min = 1, max, multiline, pattern }: TextOptions): string | undefined {
  if (value === UNSTORABLE_TEXT) return 'must be text in UTF-8 without NUL characters';
  if (typeof value !== 'string') return 'must be a string';
  if (min > 0 && isBlank(value)) return 'must not be blank';
  const length = characters(value);
  if (length < min) return `must be at least ${min} characters`;
  if (length > max) return `must be at most ${max} characters`;
  if (!multiline && hasControlCharacters(value)) return 'must not have control characters';
  if (pattern !== undefined && !pattern.expression.test(value)) return pattern.message;
  return undefined;
}

/** A whole number within bounds. Default: an id, 1 to 2^53-1. */
export function IntegerField(options: FieldOptions & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min = 1, max = MAX_ID } = options;
  const validate: Validator = (value) => {
    if (value === '') return 'must not be blank';
    if (typeof value !== 'number' || !Number.isInteger(value)) return 'must be a whole number';
    if (value < min || value > max) return `must be between ${min} and ${max}`;
    return undefined;
  };
  return Field('number', validate, { type: 'integer', minimum: min, maximum: max }, options);
}

/** A price or a volume: not negative, at most 10 digits before and 4 after the point. See docs/spec/service.md#5. */
export function DecimalField(options: FieldOptions = {}): PropertyDecorator {
  // No multipleOf: 24.9 is no multiple of 0.0001 to a client that calculates in binary.
  const description = [options.description, `at most ${DECIMAL_PLACES} decimals`].filter(Boolean).join('; ');
  const api = { type: Number, minimum: 0, exclusiveMaximum: 10 ** DECIMAL_DIGITS };
  return Field('number', validateDecimal, api as unknown as ApiPropertyOptions, { ...options, description });
}

/** What is wrong with a price or a volume, or undefined. */
export function validateDecimal(value: unknown): string | undefined {
  if (typeof value !== 'number') return 'must be a number';
  if (value < 0) return 'must not be negative';
  if (!isStorableDecimal(value)) {
    return `must have at most ${DECIMAL_DIGITS} digits before and ${DECIMAL_PLACES} after the point`;
  }
  return undefined;
}

/** An amount of either sign, with the digits of a price or a volume, and at most `most` in magnitude. */
export function SignedDecimalField(options: FieldOptions & { most?: number } = {}): PropertyDecorator {
  const { most } = options;
  const description = [options.description, `at most ${DECIMAL_PLACES} decimals`].filter(Boolean).join('; ');
  const validate: Validator = (value) => validateSignedDecimal(value, most);
  const bounds = { exclusiveMinimum: -(10 ** DECIMAL_DIGITS), exclusiveMaximum: 10 ** DECIMAL_DIGITS };
  const api = { type: Number, ...(most === undefined ? bounds : { minimum: -most, maximum: most }) };
  return Field('number', validate, api as unknown as ApiPropertyOptions, { ...options, description });
}

/** What is wrong with an amount of either sign, or undefined. */
export function validateSignedDecimal(value: unknown, most = Infinity): string | undefined {
  const problem = validateDecimal(typeof value === 'number' ? Math.abs(value) : value);
  if (problem !== undefined) return problem;
  return Math.abs(value as number) > most ? `must be between -${most} and ${most}` : undefined;
}

/** true or false. */
export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  const validate: Validator = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
  return Field('json', validate, { type: Boolean }, options);
}

/** One of a few words; a function for those that are not known yet while classes are loaded. */
export function ChoiceField(
  choices: readonly string[] | (() => readonly string[]),
  options: FieldOptions = {},
): PropertyDecorator {
  const words = typeof choices === 'function' ? choices : () => choices;
  const validate: Validator = (value) =>
    typeof value === 'string' && words().includes(value) ? undefined : `must be one of ${words().join(', ')}`;
  return Field('text', validate, { type: String, enum: () => [...words()] }, options);
}

/** Options of {@link TextListField}. */
export interface TextListOptions extends FieldOptions {
  /** Most entries. */
  maxItems: number;
  /** What is wrong with one entry, or undefined. */
  validate: (entry: string) => string | undefined;
  /** What is wrong with the list as a whole, or undefined. */
  validateAll?: (entries: readonly string[]) => string | undefined;
}

/** A list of texts without repetitions. A wrong entry is named by its number: it may be a secret in the wrong place. */
export function TextListField(options: TextListOptions): PropertyDecorator {
  const validate: Validator = (value) => {
    if (!Array.isArray(value)) return 'must be an array';
    if (value.length > options.maxItems) return `must have at most ${options.maxItems} entries`;
    for (const [index, entry] of (value as unknown[]).entries()) {
      if (typeof entry !== 'string') return 'must hold strings only';
      const problem = options.validate(entry);
      if (problem !== undefined) return `entry ${index + 1} ${problem}`;
    }
    if (new Set(value).size !== value.length) return 'must not repeat an entry';
    return options.validateAll?.(value as string[]);
  };
  return Field('json', validate, { type: 'array', items: { type: 'string' }, maxItems: options.maxItems }, options);
}

/** An object with fields of its own. */
export function ObjectField(type: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  const validate: Validator = (value) => (isPlainObject(value) ? undefined : 'must be an object');
  // Swagger knows a lazy type by the name of the function, which is that of its property.
  return applyDecorators(Field('json', validate, { type: () => type() }, options), Type(type), ValidateNested());
}

/** A list of objects with fields of their own, `min` to `max` of them. */
export function ObjectListField(
  type: () => new () => object,
  options: FieldOptions & { min?: number; max: number },
): PropertyDecorator {
  const { min = 0, max } = options;
  const validate: Validator = (value) => {
    if (!Array.isArray(value)) return 'must be an array';
    if (value.length < min) return `must have at least ${min} ${min === 1 ? 'entry' : 'entries'}`;
    if (value.length > max) return `must have at most ${max} entries`;
    return (value as unknown[]).every(isPlainObject) ? undefined : 'must hold objects only';
  };
  return applyDecorators(
    Field('json', validate, { type: () => type(), isArray: true, minItems: min, maxItems: max }, options),
    Type(type),
    ValidateNested({ each: true }),
  );
}
