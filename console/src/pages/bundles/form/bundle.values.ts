import type { CustomFieldTexts } from '#console/components/custom-fields';
import type { Bundle, CatalogueStatus } from '../bundles.queries';
import { decimalProblem, numberProblem } from './decimals';
import type { TypeFields } from './type-fields';
import { t } from '#console/i18n/t';

/** A value of a custom field: a text or a number. */
export type OwnValue = { kind: 'text' | 'number'; text: string };

/** A variant in the form. Numbers are kept as typed text. */
export type VariantValues = {
  /** React key. */
  key: string;
  /** Whether it is stored; if so, its SKU cannot change. */
  isStored: boolean;
  'product-sku': string;
  'product-name': string;
  price: string;
  'whole-sale-price': string;
  status: CatalogueStatus;
  own: Record<string, OwnValue>;
};

/** The translated texts of a bundle. */
export const TEXTS = [
  'bundle_name_translations',
  'short_description_translations',
  'description_translations',
] as const;
export type TextField = (typeof TEXTS)[number];

/** The form of a bundle. Its paths match those of the service's errors where possible. */
export type BundleValues = Record<TextField, Record<string, string>> & {
  bundle_id: string;
  name: string;
  status: CatalogueStatus;
  image: string;
  volumes: Record<string, string>;
  ownAttributes: Record<string, OwnValue>;
  varients: VariantValues[];
  /** Language codes of the columns, English first. */
  languages: string[];
  /** Of a new one; those of a stored bundle have a form of their own. */
  custom_fields: CustomFieldTexts;
};

let made = 0;

/** An empty variant; its custom fields have the same kinds as those of another variant. */
export function newVariant({ own }: TypeFields, like?: VariantValues): VariantValues {
  made += 1;
  return {
    key: `new-${made}`,
    isStored: false,
    'product-sku': '',
    'product-name': '',
    price: '',
    'whole-sale-price': '',
    status: 'active',
    own: Object.fromEntries(own.map((field) => [field, { kind: like?.own[field]?.kind ?? 'text', text: '' }])),
  };
}

/** Form values of a new bundle. */
export function newBundleValues(fields: TypeFields): BundleValues {
  return {
    bundle_id: '',
    name: '',
    status: 'active',
    image: '',
    volumes: Object.fromEntries(fields.volumes.map((volume) => [volume, '0'])),
    ownAttributes: Object.fromEntries(fields.ownAttributes.map((name) => [name, { kind: 'text', text: '' }])),
    varients: [newVariant(fields)],
    languages: ['en'],
    bundle_name_translations: {},
    short_description_translations: {},
    description_translations: {},
    custom_fields: {},
  };
}

/** Form values of a stored bundle. */
export function bundleValues(fields: TypeFields, bundle: Bundle): BundleValues {
  const { bundle_id, name, status, image, attributes, varients } = bundle;
  const codes = new Set(TEXTS.flatMap((field) => Object.keys(bundle[field])));
  return {
    bundle_id,
    name,
    status,
    image: image ?? '',
    volumes: Object.fromEntries(fields.volumes.map((volume) => [volume, textOf(attributes[volume])])),
    ownAttributes: Object.fromEntries(fields.ownAttributes.map((one) => [one, ownValue(attributes[one])])),
    varients: varients.map((variant) => storedVariant(fields, variant, priceText(varients))),
    languages: ['en', ...[...codes].filter((code) => code !== 'en').sort()],
    bundle_name_translations: bundle.bundle_name_translations,
    short_description_translations: bundle.short_description_translations,
    description_translations: bundle.description_translations,
    custom_fields: {},
  };
}

/** Form values of a new bundle like a stored one: what has to be its own, its id and its SKUs, is left to be filled in. */
export function copiedValues(fields: TypeFields, bundle: Bundle): BundleValues {
  const values = bundleValues(fields, bundle);
  const varients = values.varients.map((variant) => ({
    ...variant,
    key: newVariant(fields).key,
    isStored: false,
    'product-sku': '',
  }));
  return { ...values, bundle_id: '', varients };
}

function storedVariant(
  { own }: TypeFields,
  variant: Bundle['varients'][number],
  price: (value: unknown) => string,
): VariantValues {
  return {
    key: textOf(variant['product-sku']),
    isStored: true,
    'product-sku': textOf(variant['product-sku']),
    'product-name': textOf(variant['product-name']),
    price: price(variant.price),
    'whole-sale-price': price(variant['whole-sale-price']),
    status: variant.status === 'inactive' ? 'inactive' : 'active',
    own: Object.fromEntries(own.map((field) => [field, ownValue(variant[field])])),
  };
}

/** Formats prices with two decimals (24.90), unless all are integers. */
function priceText(varients: Bundle['varients']): (value: unknown) => string {
  const prices = varients.flatMap((variant) => [variant.price, variant['whole-sale-price']]);
  if (prices.every((price) => Number.isInteger(price))) return textOf;
  return (value) =>
    textOf(value)
      .replace(/^\d+$/, '$&.00')
      .replace(/^\d+\.\d$/, '$&0');
}

function ownValue(value: unknown): OwnValue {
  return { kind: typeof value === 'number' ? 'number' : 'text', text: textOf(value) };
}

/** A number in JSON notation, a text unchanged. */
function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/** Errors of the form, by the service's error paths; the service validates the rest. */
export function problemsOf(fields: TypeFields, values: BundleValues, isNew: boolean): Record<string, string> {
  const { volumes, ownAttributes, varients } = values;
  const found: [string, string | undefined][] = [
    ['bundle_id', isNew && isBlank(values.bundle_id) ? t('Enter an id') : undefined],
    ['name', isBlank(values.name) ? t('Enter a name') : undefined],
    ...fields.volumes.map((name) => pair(`attributes.${name}`, decimalProblem(volumes[name] ?? ''))),
    ...fields.ownAttributes.map((name) => pair(`attributes.${name}`, ownProblem(ownAttributes[name]))),
    ...varients.flatMap((variant, index) => problemsOfVariant(fields, variant, `varients.${index}`)),
    ...TEXTS.map((field) =>
      pair(`${field}.en`, isBlank(values[field].en ?? '') ? t('Enter a text in English') : undefined),
    ),
  ];
  return Object.fromEntries(found.filter((one): one is [string, string] => one[1] !== undefined));
}

function problemsOfVariant(
  { hasName, hasWholesalePrice, own }: TypeFields,
  variant: VariantValues,
  path: string,
): [string, string | undefined][] {
  return [
    pair(`${path}.product-sku`, isBlank(variant['product-sku']) ? t('Enter a SKU') : undefined),
    pair(`${path}.product-name`, hasName && isBlank(variant['product-name']) ? t('Enter a name') : undefined),
    pair(`${path}.price`, decimalProblem(variant.price)),
    pair(`${path}.whole-sale-price`, hasWholesalePrice ? decimalProblem(variant['whole-sale-price']) : undefined),
    ...own.map((field) => pair(`${path}.${field}`, ownProblem(variant.own[field]))),
  ];
}

function ownProblem(value: OwnValue | undefined): string | undefined {
  if (value === undefined || isBlank(value.text)) return t('Enter a value');
  return value.kind === 'number' ? numberProblem(value.text) : undefined;
}

function pair(path: string, problem: string | undefined): [string, string | undefined] {
  return [path, problem];
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
