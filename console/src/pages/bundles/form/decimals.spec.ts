import { describe, expect, it } from '@jest/globals';
import { decimalProblem, numberOf, numberProblem } from './decimals';

describe('a price or a volume', () => {
  it.each(['0', '24.9', '24.90', ' 7 ', '.5', '0001', '9999999999.9999', '0.0001'])('may be %j', (text) => {
    expect(decimalProblem(text)).toBeUndefined();
  });

  it.each(['', ' ', '.', 'abc', '1e3', '-1', '1,50', '1 000', '0.00001', '10000000000', 'NaN', 'Infinity'])(
    'may not be %j',
    (text) => {
      expect(decimalProblem(text)).toEqual(expect.any(String));
    },
  );

  it('goes through JSON digit for digit, whatever it is', () => {
    const digits = (count: number): string =>
      Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');
    for (let i = 0; i < 10_000; i += 1) {
      const text = `${1 + Math.floor(Math.random() * 9)}${digits(9)}.${digits(3)}${1 + Math.floor(Math.random() * 9)}`;
      expect(JSON.stringify(numberOf(text))).toBe(text);
    }
  });
});

describe('a number of a field of its own', () => {
  it.each(['0', '-3', '1.5', '60.50', '1e21', '1e+21', '5e-324', '123456789012345'])('may be %j', (text) => {
    expect(numberProblem(text)).toBeUndefined();
  });

  it.each(['', 'much', '1,5', '.5', '0x10', 'Infinity', '12345678901234567', '1e999', '0.1234567890123456789'])(
    'may not be %j',
    (text) => {
      expect(numberProblem(text)).toEqual(expect.any(String));
    },
  );
});
