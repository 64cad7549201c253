import { describe, expect, it } from '@jest/globals';
import { settingInWords } from './changes';

describe('what the history says of a change', () => {
  it('names parts of a thing as its page does', () => {
    expect(['bundle', 'order'].map((of) => settingInWords('products[1].price', of))).toEqual([
      'Variant 1, price',
      'Products 1, price',
    ]);
  });
});
