import { describe, expect, it } from '@jest/globals';
import type { FieldErrors } from '../../common/errors/app-error.js';
import { copyProblems, judgeApiType, judgeKeys, judgeSkus, judgeTranslations } from './bundle.rules.js';

function problems(judge: (errors: FieldErrors) => void): FieldErrors {
  const errors: FieldErrors = {};
  judge(errors);
  return errors;
}

describe('texts by language', () => {
  const judge = (value: unknown) => problems((errors) => judgeTranslations(errors, 'names', value, 5));

  it.each([{ en: 'Tea' }, { en: 'a\nb', de: '' }, { en: 'Tea', 'pt-BR': 'Chá', zh_Hans: '茶' }])(
    'takes %j',
    (value) => {
      expect(judge(value)).toEqual({});
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
    expect(judge(value)).toEqual({ names: [{ message, path: `names.${key}` }] });
  });

  it('leaves what is no object to the rule of the field', () => {
    expect(judge('Tea')).toEqual({});
  });

  it('answers a flood of languages with one problem', () => {
    const flood = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`x${n}`, 1]));
    expect(judge({ en: 'Tea', ...flood })).toEqual({ names: [{ message: 'must have at most 100 languages' }] });
  });
});

describe('keys', () => {
  it('beyond the known ones are named', () => {
    expect(problems((errors) => judgeKeys(errors, 'attributes', { points: 1, colour: 2 }, ['points']))).toEqual({
      attributes: [{ message: 'is not one of points', path: 'attributes.colour' }],
    });
  });

  it('are named up to twenty', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 1]));
    expect(problems((errors) => judgeKeys(errors, 'attributes', many, [])).attributes).toHaveLength(20);
  });
});

describe('SKUs', () => {
  const judge = (skus: unknown[], taken: string[] = [], seen?: Set<string>) =>
    problems((errors) =>
      judgeSkus(
        errors,
        skus.map((sku) => ({ 'product-sku': sku })),
        (sku) => taken.includes(sku),
        seen,
      ),
    );

  it('are unique within a request, in their exact case', () => {
    expect(judge(['a', 'A', 'b', 'a'])).toEqual({
      varients: [{ message: 'is duplicated in this request', path: 'varients[3].product-sku' }],
    });
  });

  it('are unique over all bundles of a bulk request', () => {
    const seen = new Set<string>();
    expect(judge(['a'], [], seen)).toEqual({});
    expect(judge(['a'], [], seen)).toEqual({
      varients: [{ message: 'is duplicated in this request', path: 'varients[0].product-sku' }],
    });
  });

  it('must not belong to another bundle', () => {
    expect(judge(['a', 'b'], ['b'])).toEqual({
      varients: [{ message: 'belongs to another bundle', path: 'varients[1].product-sku' }],
    });
  });

  it('that are no texts are left to the rule of the field', () => {
    expect(judge([null, null, 5, 5, undefined])).toEqual({});
  });
});

describe('the API product type', () => {
  const judge = (variant_fields: string[], attributes: string[]) =>
    Object.keys(problems((errors) => judgeApiType(errors, { variant_fields, attributes })));

  it('has exactly the fields of API bundles, in any order', () => {
    expect(
      judge(['product-name', 'price', 'wholesale-price'], ['points', 'cumulative-volume', 'business-volume']),
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
    expect(judge(fields, attributes)).toEqual(expected);
  });
});

it('copied problems are independent of their origin', () => {
  const origin: FieldErrors = { name: [{ message: 'is required' }] };
  copyProblems(origin).name?.push({ message: 'again' });
  expect(origin.name).toHaveLength(1);
});
