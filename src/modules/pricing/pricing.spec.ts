import { describe, expect, it } from '@jest/globals';
import { decimal, type Decimal } from '../../common/decimal.js';
import { askPrices, CataloguePricing, Pricing, type PricingLine } from './pricing.js';

const context = { uid: 1, application: null };
const line: PricingLine = { product_id: 1, sku: 'S', quantity: 2, unit_price: decimal('12.5') };

class Fixed extends Pricing {
  constructor(private readonly prices: Decimal[]) {
    super();
  }

  unitPrices(): Promise<Decimal[]> {
    return Promise.resolve(this.prices);
  }
}

describe('pricing', () => {
  it('is the catalogue price by default', async () => {
    expect((await askPrices(new CataloguePricing(), context, [line])).map(String)).toEqual(['12.5']);
  });

  it('rounds what an extension answers to 4 decimals', async () => {
    expect((await askPrices(new Fixed([decimal('1.00005')]), context, [line])).map(String)).toEqual(['1.0001']);
  });

  it('does not ask for the prices of no lines', async () => {
    expect(await askPrices(new Fixed([decimal(1)]), context, [])).toEqual([]);
  });

  it.each([[[]], [[decimal(-1)]], [[decimal('10000000000')]]])('takes the answer %j for a defect', async (prices) => {
    await expect(askPrices(new Fixed(prices), context, [line])).rejects.toThrow('Pricing answered');
  });
});
