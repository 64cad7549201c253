import type { Schemas } from '#console/api/client';
import { ApiFailure } from '#console/api/failure';
import { numberOf } from './decimals';
import { TEXTS, type BundleValues, type OwnValue, type TextField, type VariantValues } from './bundle.values';
import type { TypeFields } from './type-fields';

type CreateBody = Schemas['CreateAdminBundleDto'];
type UpdateBody = Schemas['UpdateAdminBundleDto'];

/** The request body of a new bundle. */
export function createBody(productType: string, fields: TypeFields, values: BundleValues): CreateBody {
  return {
    product_type: productType,
    bundle_id: values.bundle_id.trim(),
    name: values.name.trim(),
    status: values.status,
    image: imageOf(values),
    ...textsOf(values, values),
    varients: values.varients.map((variant) => variantBody(fields, variant)),
    attributes: attributesBody(fields, values),
  };
}

/** The changes of a bundle, and the form indexes of the sent variants. */
export interface Changes {
  body: UpdateBody;
  places: readonly number[];
}

/**
 * The changed fields of a form. Others are not sent, so that concurrent changes are not undone.
 * @param before the form values of the stored bundle
 */
export function changesOf(fields: TypeFields, before: BundleValues, values: BundleValues): Changes {
  const stored = new Map(before.varients.map((variant) => [variant.key, variant]));
  const isRenamed = before.name !== values.name;
  const places = values.varients.flatMap((variant, index) => {
    const earlier = stored.get(variant.key);
    // Without a product name, a variant has its bundle's name, which is stored when the variant is written.
    const isChanged = (isRenamed && !fields.hasName) || earlier === undefined || !isSame(earlier, variant);
    return isChanged ? [index] : [];
  });
  const attributes = attributesBody(fields, values);
  const texts = textsOf(before, values);
  const earlierTexts = textsOf(before, before);
  return {
    places,
    body: {
      ...(isRenamed && { name: values.name.trim() }),
      ...(before.status !== values.status && { status: values.status }),
      ...(before.image !== values.image && { image: imageOf(values) }),
      ...Object.fromEntries(
        TEXTS.filter((field) => !isSame(texts[field], earlierTexts[field])).map((field) => [field, texts[field]]),
      ),
      ...(places.length > 0 && { varients: places.map((index) => variantBody(fields, values.varients[index]!)) }),
      ...(!isSame(attributesBody(fields, before), attributes) && { attributes }),
    },
  };
}

/** Maps error paths of sent variants to their form indexes: not all variants were sent. */
export function withFormIndexes(failure: unknown, places: readonly number[]): unknown {
  if (!(failure instanceof ApiFailure) || failure.fields.varients === undefined) return failure;
  const varients = failure.fields.varients.map((problem) => ({
    ...problem,
    ...(problem.path !== undefined && {
      path: problem.path.replace(
        /^varients\[(\d+)\]/,
        (_, sent: string) => `varients[${places[Number(sent)] ?? sent}]`,
      ),
    }),
  }));
  const { status, type, message, fields, requestId } = failure;
  return new ApiFailure(status, type, message, { ...fields, varients }, requestId);
}

function variantBody(fields: TypeFields, variant: VariantValues): Schemas['AdminVariantDto'] {
  return {
    'product-sku': variant.isStored ? variant['product-sku'] : variant['product-sku'].trim(),
    ...(fields.hasName && { 'product-name': variant['product-name'] }),
    price: numberOf(variant.price),
    ...(fields.hasWholesalePrice && { 'whole-sale-price': numberOf(variant['whole-sale-price']) }),
    status: variant.status,
    ...ownBody(fields.own, variant.own),
  };
}

function attributesBody(fields: TypeFields, { volumes, ownAttributes }: BundleValues): Schemas['AdminAttributesDto'] {
  return {
    ...Object.fromEntries(fields.volumes.map((volume) => [volume, numberOf(volumes[volume] ?? '')])),
    ...ownBody(fields.ownAttributes, ownAttributes),
  };
}

function ownBody(names: readonly string[], values: Readonly<Record<string, OwnValue>>) {
  return Object.fromEntries(
    names.map((name) => {
      const { kind, text } = values[name] ?? { kind: 'text', text: '' };
      return [name, kind === 'number' ? numberOf(text) : text];
    }),
  );
}

/** The texts of the current languages. An empty text is omitted, unless it was stored as one. */
function textsOf(before: BundleValues, values: BundleValues): Pick<CreateBody, TextField> {
  const of = (field: TextField) => {
    const texts = values[field];
    const codes = values.languages.filter((code) => texts[code] || before[field][code] === '');
    return { en: '', ...Object.fromEntries(codes.map((code) => [code, texts[code] ?? ''])) };
  };
  return {
    bundle_name_translations: of('bundle_name_translations'),
    short_description_translations: of('short_description_translations'),
    description_translations: of('description_translations'),
  };
}

function imageOf({ image }: BundleValues): string | null {
  return image.trim() === '' ? null : image.trim();
}

function isSame(some: unknown, other: unknown): boolean {
  return JSON.stringify(some) === JSON.stringify(other);
}
