import { describe, expect, it } from '@jest/globals';
import { ApiFailure } from '#console/api/failure';
import type { ProductType } from '../../product-types';
import type { Bundle } from '../bundles.queries';
import { changesOf, createBody, withFormIndexes } from './bundle.body';
import { bundleValues, newBundleValues, newVariant, type BundleValues } from './bundle.values';
import { fieldsOf } from './type-fields';

const TYPE: ProductType = {
  name: 'lamp',
  label: 'Lamps',
  variant_fields: ['price', 'product-name', 'colour'],
  attributes: ['points', 'months'],
  bundles: 1,
  created_at: '2026-11-21T08:00:00.000Z',
};

/** As the service shows it: with what its type does not have. */
const BUNDLE: Bundle = {
  bundle_id: 'lamp',
  product_type: 'lamp',
  product_type_label: 'Lamps',
  name: 'Lamp',
  bundle_name_translations: { en: 'Lamp', de: '' },
  description_translations: { en: 'A lamp' },
  short_description_translations: { en: 'Lamp', fr: 'Lampe' },
  status: 'active',
  image: null,
  varients: [1, 2, 3].map((n) => ({
    product_id: n,
    'product-sku': `L-${n}`,
    'product-name': `Lamp ${n}`,
    price: 9999999999.9999,
    'whole-sale-price': 9999999999.9999,
    status: 'active',
    colour: n === 1 ? 7 : 'red',
  })),
  attributes: { 'business-volume': 0, points: 5, 'cumulative-volume': 0, months: '24' },
  vendor_uid: 1,
  created_at: '2026-11-21T08:00:00.000Z',
  updated_at: '2026-11-21T08:00:00.000Z',
};

const fields = fieldsOf(TYPE);
const before = bundleValues(fields, BUNDLE);
const changed = (changes: Partial<BundleValues>) => changesOf(fields, before, { ...before, ...changes });
const variants = (change: (index: number) => object) =>
  before.varients.map((variant, index) => ({ ...variant, ...change(index) }));

describe('the changes of a bundle', () => {
  it('are none when nothing was changed', () => {
    expect(changed({})).toEqual({ body: {}, places: [] });
  });

  it('have the variants that were changed or added, with the fields of the type and their kinds', () => {
    const added = { ...newVariant(fields), 'product-sku': ' L-4 ', 'product-name': 'Four', price: '1.5' };
    const varients = [...variants((index) => (index === 0 ? { status: 'inactive' } : {})), added];
    expect(changed({ varients })).toEqual({
      places: [0, 3],
      body: {
        varients: [
          { 'product-sku': 'L-1', 'product-name': 'Lamp 1', price: 9999999999.9999, status: 'inactive', colour: 7 },
          { 'product-sku': 'L-4', 'product-name': 'Four', price: 1.5, status: 'active', colour: '' },
        ],
      },
    });
  });

  it('have all attributes of the type if one was changed, and no others', () => {
    expect(changed({ volumes: { points: '6.25' } }).body).toEqual({ attributes: { points: 6.25, months: '24' } });
  });

  it('have a whole set of texts, and keep empty ones that were stored', () => {
    const bundle_name_translations = { ...before.bundle_name_translations, en: 'Light', fr: 'Lumière' };
    expect(changed({ bundle_name_translations }).body).toEqual({
      bundle_name_translations: { en: 'Light', de: '', fr: 'Lumière' },
    });
  });

  it('have no text of a language that is gone, nor one that was emptied', () => {
    expect(changed({ languages: ['en', 'de'] }).body).toEqual({ short_description_translations: { en: 'Lamp' } });
    const short_description_translations = { en: 'Lamp', fr: '' };
    expect(changed({ short_description_translations }).body).toEqual({
      short_description_translations: { en: 'Lamp' },
    });
  });

  it('take a picture away with null', () => {
    const withImage = { ...before, image: '/lamp.jpg' };
    expect(changesOf(fields, withImage, { ...withImage, image: ' ' }).body).toEqual({ image: null });
  });

  it('rename all variants with the bundle, where the type has no product names', () => {
    const nameless = fieldsOf({ ...TYPE, variant_fields: [] });
    const values = bundleValues(nameless, BUNDLE);
    const { body, places } = changesOf(nameless, values, { ...values, name: 'Light' });
    expect([body.name, places]).toEqual(['Light', [0, 1, 2]]);
    expect(body.varients?.[0]).toEqual({ 'product-sku': 'L-1', price: 9999999999.9999, status: 'active' });
  });
});

describe('a refusal of changes', () => {
  it('stands at the variants as the form has them', () => {
    const problems = [
      { message: 'belongs to another bundle', path: 'varients[1].product-sku' },
      { message: 'must have at most 100 entries' },
    ];
    const failure = new ApiFailure(400, 'Validation Error', 'no', { varients: problems, name: [{ message: 'no' }] });
    const placed = withFormIndexes(failure, [0, 3]) as ApiFailure;
    expect(placed.fields).toEqual({
      varients: [{ ...problems[0], path: 'varients[3].product-sku' }, problems[1]],
      name: [{ message: 'no' }],
    });
  });

  it('of anything else stays as it is', () => {
    const error = new Error('no');
    expect(withFormIndexes(error, [0])).toBe(error);
  });
});

describe('a new bundle', () => {
  it('has what its type asks for', () => {
    const values = { ...newBundleValues(fields), bundle_id: ' lamp ', name: 'Lamp', image: '' };
    expect(createBody('lamp', fields, values)).toMatchObject({
      product_type: 'lamp',
      bundle_id: 'lamp',
      image: null,
      attributes: { points: 0, months: '' },
    });
  });
});
