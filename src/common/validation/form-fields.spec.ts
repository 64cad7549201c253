import { describe, expect, it } from '@jest/globals';
import { formField, fromForm } from './form-fields.js';

class Form {
  @formField('number') amount!: number;
  @formField('json') list!: unknown;
  @formField('text') name!: string;
}

describe('a form', () => {
  it('stands for the JSON body that its DTO describes', () => {
    expect(fromForm(Form, { amount: '12.5', list: '[1,{"a":"b"}]', name: '12', other: '1' })).toEqual({
      amount: 12.5,
      list: [1, { a: 'b' }],
      name: '12',
      other: '1',
    });
  });

  it('keeps what cannot be converted, so that validation names it', () => {
    for (const amount of [' 1', '1e1', '01', '.5', '1.', '+1', '0x1', ''])
      expect(fromForm(Form, { amount })).toEqual({ amount });
    expect(fromForm(Form, { amount: 'twelve', list: '[1', name: ['a', 'b'] })).toEqual({
      amount: 'twelve',
      list: '[1',
      name: ['a', 'b'],
    });
  });

  it('never rounds a number', () => {
    expect(fromForm(Form, { amount: '9007199254740993', list: '[0.10000000000000000001]' })).toEqual({
      amount: Number.NaN,
      list: [Number.NaN],
    });
  });

  it('loses __proto__', () => {
    const form = JSON.parse('{"__proto__":["x"],"name":"a"}') as Record<string, unknown>;
    expect(Object.getPrototypeOf(fromForm(Form, form))).toBe(Object.prototype);
  });
});
