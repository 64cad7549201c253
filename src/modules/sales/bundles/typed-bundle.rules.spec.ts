import { describe, expect, it } from '@jest/globals';
import {
  validateTypedAttributes,
  validateTypedVariants,
  otherAttributes,
  otherFields,
  pick,
} from './typed-bundle.rules.js';

const TYPE = { variant_fields: ['price', 'wholesale-price', 'colour'], attributes: ['points', 'weight'] };

describe('a bundle of a product type', () => {
  const variants = (...list: unknown[]) => validateTypedVariants(TYPE, list).map(({ at }) => at);
  const attributes = (value: unknown) => validateTypedAttributes(TYPE, value).map(({ at }) => at);

  it('has fields beside those with columns of their own', () => {
    expect(otherFields(TYPE)).toEqual(['colour']);
    expect(otherAttributes(TYPE)).toEqual(['weight']);
  });

  it('has all fields of its type and no others', () => {
    expect(variants({ price: 1, 'product-sku': 'a', 'whole-sale-price': 1, colour: 'red', status: 'active' })).toEqual(
      [],
    );
    expect(variants({ price: 1, 'product-sku': 'a', 'product-name': 'x', size: 1 })).toEqual([
      '[0].whole-sale-price',
      '[0].colour',
      '[0].product-name',
      '[0].size',
    ]);
  });

  it('has all attributes of its type and no others', () => {
    expect(attributes({ points: 1, weight: 'light' })).toEqual([]);
    expect(attributes({ 'business-volume': 1 })).toEqual(['.points', '.weight', '.business-volume']);
  });

  it.each([undefined, null, '', ' ', 'x'.repeat(1001), Number.NaN, {}, [], true])('refuses the value %j', (weight) => {
    expect(attributes({ points: 1, weight })).toEqual(['.weight']);
  });

  it('leaves what is no list or object to the rule of the field', () => {
    expect(validateTypedVariants(TYPE, 'x')).toEqual([]);
    expect(variants('x', null)).toEqual([]);
    expect(attributes([])).toEqual([]);
  });

  it('stores its own values only', () => {
    expect(pick({ colour: 'red', price: 1 }, ['colour'])).toEqual({ colour: 'red' });
  });
});
