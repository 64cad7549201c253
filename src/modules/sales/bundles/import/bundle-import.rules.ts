import { fieldsOf } from '#common/custom-fields/index.js';
import type { FieldErrors } from '#common/errors/app-error.js';
import { UNSTORABLE_TEXT } from '#common/validation/index.js';
import type { ImportedRecord } from '#platform/imports/index.js';

/** A row of the file: a variant, with the fields of its bundle. */
export interface BundleRow {
  readonly line: number;
  readonly record: ImportedRecord;
}

/** Columns of variants, by the names that requests have for them. */
const VARIANT_COLUMNS: Readonly<Record<string, string>> = {
  'product-sku': 'sku',
  'product-name': 'product_name',
  price: 'price',
  'whole-sale-price': 'wholesale_price',
  status: 'variant_status',
};

/** Columns of volumes, by the names that requests have for them. */
const VOLUME_COLUMNS: Readonly<Record<string, string>> = {
  'business-volume': 'business_volume',
  points: 'points',
  'cumulative-volume': 'cumulative_volume',
};

/** Columns of the bundle itself, which are those of requests. */
const BUNDLE_COLUMNS = ['bundle_id', 'product_type', 'name', 'status', 'image'] as const;

/** Columns of texts, with the fields of requests that have them by language. */
const TEXT_COLUMNS = {
  name: 'bundle_name_translations',
  description: 'description_translations',
  short_description: 'short_description_translations',
} as const;

/** Before the names of a product type's own fields, and of custom fields. */
const VARIANT = 'variant.';
const ATTRIBUTE = 'attribute.';
const CUSTOM = 'custom_fields.';

/** The currency of the prices, for those who want to be sure. */
const CURRENCY = 'currency';

/** Columns that CSV has as texts, and requests as numbers. */
export function numericColumns(): string[] {
  const custom = [...fieldsOf('bundles')].filter(([, { type }]) => type === 'number' || type === 'decimal');
  return ['price', 'wholesale_price', ...Object.values(VOLUME_COLUMNS), ...custom.map(([name]) => CUSTOM + name)];
}

/** What a row cannot be stored with until its bundle is whole. */
export function validateStorable(record: ImportedRecord): FieldErrors {
  const errors: FieldErrors = {};
  for (const [column, value] of Object.entries(record)) {
    const message = problemOf(value);
    if (message !== undefined) errors[column] = [{ message }];
  }
  return errors;
}

function problemOf(value: unknown): string | undefined {
  if (value === UNSTORABLE_TEXT) return 'must not have control characters';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'has too many digits';
  if (typeof value === 'string') return value.includes('\0') ? 'must not have control characters' : undefined;
  return value === null || typeof value === 'boolean' ? undefined : 'must be a number or a string';
}

/** The request that would create the bundle of some rows. */
export function requestOf(rows: readonly BundleRow[]): Record<string, unknown> {
  const { record } = rows[0]!;
  const texts = Object.entries(TEXT_COLUMNS).map(([column, field]): [string, unknown] => [
    field,
    textsOf(record, column),
  ]);
  const custom = customFieldsOf(record);
  return {
    ...present(BUNDLE_COLUMNS.map((column) => [column, record[column]])),
    ...Object.fromEntries(texts),
    attributes: fieldsBy(record, VOLUME_COLUMNS, ATTRIBUTE),
    varients: rows.map((row) => fieldsBy(row.record, VARIANT_COLUMNS, VARIANT)),
    ...(Object.keys(custom).length > 0 && { custom_fields: custom }),
  };
}

/** Texts by language: `name` is English, `name_de` German. */
function textsOf(record: ImportedRecord, column: string): Record<string, unknown> {
  const others = Object.entries(record).filter(([name]) => name.startsWith(`${column}_`));
  const texts = others.map(([name, text]): [string, unknown] => [name.slice(column.length + 1), text]);
  return present([['en', record[column]], ...texts]);
}

function fieldsBy(
  record: ImportedRecord,
  columns: Readonly<Record<string, string>>,
  prefix: string,
): Record<string, unknown> {
  const own = Object.entries(record).filter(([name]) => name.startsWith(prefix));
  return present([
    ...Object.entries(columns).map(([field, column]): [string, unknown] => [field, record[column]]),
    ...own.map(([name, value]): [string, unknown] => [name.slice(prefix.length), value]),
  ]);
}

function customFieldsOf(record: ImportedRecord): Record<string, unknown> {
  const imported = [...fieldsOf('bundles')].filter(([, field]) => field.imported);
  return present(
    imported.map(([name, { type }]) => {
      const sent = record[CUSTOM + name];
      // CSV knows only texts.
      return [name, type === 'boolean' && (sent === 'true' || sent === 'false') ? sent === 'true' : sent];
    }),
  );
}

/** Fields that are there: an empty cell says nothing. */
function present(fields: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined && value !== null && value !== ''));
}

/**
 * What is wrong with the rows of a bundle beside the request that they make.
 * @param currency in which all prices are
 */
export function validateRows(rows: readonly BundleRow[], currency: string): Map<number, FieldErrors> {
  const [first] = rows;
  const problems = new Map<number, FieldErrors>();
  for (const { line, record } of rows) {
    const errors: FieldErrors = {};
    for (const [column, value] of Object.entries(present(Object.entries(record)))) {
      const isOther = column === CURRENCY && value !== currency;
      if (isOther) errors[column] = [{ message: `must be ${currency}, the currency of all prices` }];
      const differs = isOfBundle(column) && value !== first!.record[column];
      if (differs) errors[column] = [{ message: `must be empty, or the same as in line ${first!.line}` }];
    }
    if (Object.keys(errors).length > 0) problems.set(line, errors);
  }
  return problems;
}

function isOfBundle(column: string): boolean {
  const isText = Object.keys(TEXT_COLUMNS).some((text) => column === text || column.startsWith(`${text}_`));
  const isNamed = [...BUNDLE_COLUMNS, ...Object.values(VOLUME_COLUMNS)].includes(column);
  return isText || isNamed || column.startsWith(ATTRIBUTE) || column.startsWith(CUSTOM);
}

/** What is wrong with a request, by the lines and columns of the rows that it was made of. */
export function problemsByLine(errors: FieldErrors, rows: readonly BundleRow[]): Map<number, FieldErrors> {
  const problems = new Map<number, FieldErrors>();
  for (const [field, all] of Object.entries(errors)) {
    for (const { message, path = field } of all) {
      const { index, column } = cellOf(path);
      const { line } = rows[index] ?? rows[0]!;
      const ofLine = problems.get(line) ?? {};
      const told = ofLine[column] ?? [];
      // A name is both the bundle's and its text in English.
      if (!told.some((other) => other.message === message)) ofLine[column] = [...told, { message }];
      problems.set(line, ofLine);
    }
  }
  return problems;
}

const OF_VARIANT = /^varients\[(\d+)\](?:\.(.+))?$/;

function cellOf(path: string): { index: number; column: string } {
  const [, index = '0', ofVariant] = OF_VARIANT.exec(path) ?? [];
  if (ofVariant !== undefined)
    return { index: Number(index), column: VARIANT_COLUMNS[ofVariant] ?? VARIANT + ofVariant };
  const [field = '', ...rest] = path.split('.');
  const inner = rest.join('.');
  if (field === 'varients' || field.startsWith('varients[')) return { index: Number(index), column: 'detail' };
  if (field === 'attributes' && inner !== '') return { index: 0, column: VOLUME_COLUMNS[inner] ?? ATTRIBUTE + inner };
  const text = Object.entries(TEXT_COLUMNS).find(([, translations]) => translations === field)?.[0];
  if (text !== undefined) return { index: 0, column: inner === '' || inner === 'en' ? text : `${text}_${inner}` };
  return { index: 0, column: path };
}
