import { describe, expect, it } from '@jest/globals';
import { toAmountsView, decimalAmounts, lineAmounts, totalOf, unitAmounts } from './amounts.js';

function unit(quantity: number, unit_price: string, volume = '0') {
  const row = { unit_price, business_volume: volume, points: volume, cumulative_volume: volume };
  return { quantity, ...unitAmounts(row) };
}

describe('amounts', () => {
  it('multiplies exactly where binary floats do not', () => {
    expect(JSON.stringify(toAmountsView(lineAmounts(unit(3, '0.1000', '1.1'))))).toBe(
      '{"quantity":3,"price":0.3,"business_volume":3.3,"points":3.3,"cumulative_volume":3.3}',
    );
  });

  it('keeps every digit of the largest line', () => {
    expect(JSON.stringify(toAmountsView(lineAmounts(unit(9999, '9999999999.9999'))).price)).toBe('99989999999999.0001');
  });

  it('sums lines exactly', () => {
    const total = totalOf([lineAmounts(unit(1, '0.1')), lineAmounts(unit(2, '0.1', '0.0001'))]);
    expect(decimalAmounts(total).price.toFixed()).toBe('0.3');
    expect(total.points).toBe(2n);
    expect(total.quantity).toBe(3);
  });

  it('is zero of no lines', () => {
    expect(toAmountsView(totalOf([]))).toEqual({
      quantity: 0,
      price: 0,
      business_volume: 0,
      points: 0,
      cumulative_volume: 0,
    });
  });
});
