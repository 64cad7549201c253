import { describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { decimal, type Decimal } from '#common/money/decimal.js';
import { askPrices, CataloguePricing, Pricing } from './pricing.js';

const tx = {} as EntityManager;
const context = { uid: 1, application: null };
const line = { product_id: 1, sku: 'S', quantity: 2, unit_price: 125_000n };

class Answering extends Pricing {
  constructor(private readonly prices: Decimal[]) {
    super();
  }

  unitPrices(): Promise<Decimal[]> {
    return Promise.resolve(this.prices);
  }
}

describe('pricing', () => {
  it('is the catalogue price by default', async () => {
    expect(await askPrices(new CataloguePricing(), tx, context, [line])).toEqual([125_000n]);
  });

  it('rounds what an extension answers to 4 decimals', async () => {
    expect(await askPrices(new Answering([decimal('1.00005')]), tx, context, [line])).toEqual([10_001n]);
  });

  it('does not ask for the prices of no lines', async () => {
    expect(await askPrices(new Answering([decimal(1)]), tx, context, [])).toEqual([]);
  });

  it.each([
    [1, '1, which is no Decimal'],
    ['1', "'1', which is no Decimal"],
    [undefined, 'undefined, which is no Decimal'],
  ])('names Pricing where it answers %j instead of a decimal', async (price, said) => {
    const pricing = new Answering([price as unknown as Decimal]);
    await expect(askPrices(pricing, tx, context, [line])).rejects.toThrow(`Pricing answered the price ${said}`);
  });

  it('names Pricing where it answers no list', async () => {
    const pricing = new Answering(undefined as unknown as Decimal[]);
    await expect(askPrices(pricing, tx, context, [line])).rejects.toThrow('Pricing answered undefined, and not a list');
  });

  it.each([[[]], [[decimal(-1)]], [[decimal('10000000000')]]])('takes the answer %j for a defect', async (prices) => {
    await expect(askPrices(new Answering(prices), tx, context, [line])).rejects.toThrow('Pricing answered');
  });
});
