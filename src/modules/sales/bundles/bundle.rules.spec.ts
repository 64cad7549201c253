import { describe, expect, it } from '@jest/globals';
import type { FieldErrors } from '#common/errors/app-error.js';
import {
  findRepeatedSkus,
  otherAttributes,
  otherFields,
  pick,
  translated,
  validateApiType,
  validateSkus,
  validateTranslations,
  validateTypedAttributes,
  validateTypedVariants,
} from './bundle.rules.js';

function problems(validate: (errors: FieldErrors) => void): FieldErrors {
  const errors: FieldErrors = {};
  validate(errors);
  return errors;
}

describe('texts by language', () => {
  const validate = (value: unknown) => validateTranslations(value, 5);

  it.each([{ en: 'Tea' }, { en: 'a\nb', de: '' }, { en: 'Tea', 'pt-BR': 'Chá', zh_Hans: '茶' }])(
    'takes %j',
    (value) => {
      expect(validate(value)).toEqual([]);
    },
  );

  it.each([
    [{}, 'en', 'is required'],
    [{ en: ' ' }, 'en', 'must not be blank'],
    [{ en: 'Coffee' }, 'en', 'must be at most 5 characters'],
    [{ en: 'Tea', de: 'Kaffee' }, 'de', 'must be at most 5 characters'],
    [{ en: 'Tea', de: null }, 'de', 'must be a string'],
    [{ en: 'Tea', german: 'Tee' }, 'german', 'is not a language code such as en or pt-BR'],
  ])('refuses %j and names the language', (value, key, message) => {
    expect(validate(value)).toEqual([{ at: `.${key}`, message }]);
  });

  it('leaves what is no object to the rule of the field', () => {
    expect(validate('Tea')).toEqual([]);
  });

  it('answers a flood of languages with one problem', () => {
    const flood = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`x${n}`, 1]));
    expect(validate({ en: 'Tea', ...flood })).toEqual([{ at: '', message: 'must have at most 100 languages' }]);
  });
});

describe('SKUs', () => {
  const validate = (skus: unknown[], taken: string[] = [], seen?: Set<string>) =>
    problems((errors) =>
      validateSkus(
        errors,
        skus.map((sku) => ({ 'product-sku': sku })),
        (sku) => taken.includes(sku),
        seen,
      ),
    );

  it('are unique within a request, in their exact case', () => {
    expect(validate(['a', 'A', 'b', 'a'])).toEqual({
      varients: [{ message: 'is duplicated in this request', path: 'varients[3].product-sku' }],
    });
  });

  it('that are repeated within a bundle are told once', () => {
    const variants = ['a', 'a'].map((sku) => ({ 'product-sku': sku }));
    expect(findRepeatedSkus(variants)).toEqual([
      { at: '.varients[1].product-sku', message: 'is duplicated in this request' },
    ]);
    const errors = { varients: [{ message: 'is duplicated in this request', path: 'varients[1].product-sku' }] };
    validateSkus(errors, variants, () => false);
    expect(errors.varients).toHaveLength(1);
  });

  it('are unique over all bundles of a bulk request', () => {
    const seen = new Set<string>();
    expect(validate(['a'], [], seen)).toEqual({});
    expect(validate(['a'], [], seen)).toEqual({
      varients: [{ message: 'is duplicated in this request', path: 'varients[0].product-sku' }],
    });
  });

  it('must not belong to another bundle', () => {
    expect(validate(['a', 'b'], ['b'])).toEqual({
      varients: [{ message: 'belongs to another bundle', path: 'varients[1].product-sku' }],
    });
  });

  it('that are no texts are left to the rule of the field', () => {
    expect(validate([null, null, 5, 5, undefined])).toEqual({});
  });
});

describe('the API product type', () => {
  const validate = (variant_fields: string[], attributes: string[]) =>
    Object.keys(problems((errors) => validateApiType(errors, { variant_fields, attributes })));

  it('has exactly the fields of API bundles, in any order', () => {
    expect(
      validate(['product-name', 'price', 'wholesale-price'], ['points', 'cumulative-volume', 'business-volume']),
    ).toEqual([]);
  });

  it.each([
    [
      ['product-name', 'price', 'wholesale-price', 'colour'],
      ['points', 'cumulative-volume', 'business-volume'],
      ['varients'],
    ],
    [['product-name', 'price'], ['points', 'cumulative-volume', 'business-volume'], ['varients']],
    [['product-name', 'price', 'wholesale-price'], ['points', 'weight', 'business-volume'], ['attributes']],
    [[], [], ['varients', 'attributes']],
  ])('with %j and %j is refused', (fields, attributes, expected) => {
    expect(validate(fields, attributes)).toEqual(expected);
  });
});

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

describe('translated', () => {
  const texts = { en: 'Tea', de: 'Tee', 'pt-BR': 'Chá' };

  it('takes the best language that there is', () => {
    expect(translated(texts, ['fr', 'de-ch', 'de', 'en'])).toBe('Tee');
  });

  it('compares languages in any case, with - or _', () => {
    expect(translated(texts, ['pt-br', 'pt'])).toBe('Chá');
    expect(translated({ en: 'Tea', zh_Hans: '茶' }, ['zh-hans'])).toBe('茶');
  });

  it('falls back to English, also from an empty text', () => {
    expect(translated(texts, ['it'])).toBe('Tea');
    expect(translated({ en: 'Tea', de: '' }, ['de'])).toBe('Tea');
  });
});
