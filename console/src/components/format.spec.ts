import { describe, expect, it } from '@jest/globals';
import { formatMoney, formatPoints, formatPrice, formatShare, inWords, periodInWords, signed } from './format';

describe('figures on the screens', () => {
  it('have the decimals of the currency, and two in shares', () => {
    expect([formatMoney(64.0595, 'USD'), formatMoney(5, 'USD'), formatMoney(64.5, 'JPY')]).toEqual([
      '$64.06',
      '$5.00',
      '¥65',
    ]);
    expect(formatPrice(0.1234, 'USD')).toBe('$0.1234');
    expect([formatShare(35.4), formatShare(13.6483)]).toEqual(['35.40%', '13.65%']);
    expect([1.5, 0, -1.5].map((value) => signed(value, (one) => formatMoney(one, 'USD')))).toEqual([
      '+$1.50',
      '$0.00',
      '-$1.50',
    ]);
    expect(formatPoints(1.25)).toBe('1.25 percentage points');
  });

  it('have names in words', () => {
    expect([inWords('fast_start'), inWords('products[1].price'), inWords('varients[0].product-sku', 1)]).toEqual([
      'Fast start',
      'Products 1, price',
      'Varients 1, product sku',
    ]);
  });

  it('name months, and leave weeks and what somebody has begun to type as they are', () => {
    expect(['2026-11', '2026-W47', '2026-13', '20'].map(periodInWords)).toEqual([
      'November 2026',
      '2026-W47',
      '2026-13',
      '20',
    ]);
  });
});
