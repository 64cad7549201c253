import { describe, expect, it } from '@jest/globals';
import { fixed } from '#common/money/fixed.js';
import { toCartView } from './cart.dto.js';
import {
  assertPlaceable,
  assertRoomForLine,
  MAX_LINES,
  presentLines,
  type PricedLine,
  raisedQuantity,
} from './cart.rules.js';

const dollars = { code: 'USD', symbol: '$' };

function line(id: number, changes: Partial<PricedLine> = {}): PricedLine {
  return {
    id,
    product_id: id + 100,
    label: `Product ${id}`,
    sku: `SKU-${id}`,
    bundle_id: `bundle-${id}`,
    vendor_uid: 1,
    available: true,
    quantity: 2,
    catalogue_price: fixed('1.5'),
    unit_price: fixed('1.5'),
    business_volume: fixed('1'),
    points: 0n,
    cumulative_volume: fixed('0.25'),
    custom_fields: null,
    ...changes,
  };
}

function failure(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('cart rules', () => {
  it('adds up to 9999 pieces and no more', () => {
    expect(raisedQuantity(0, 9999)).toBe(9999);
    expect(raisedQuantity(9998, 1)).toBe(9999);
    expect(failure(() => raisedQuantity(9999, 1))).toMatchObject({
      status: 400,
      errors: { quantity: [{ message: 'must be at most 9999 in all; the cart holds 9999' }] },
    });
  });

  it('has room for 500 lines', () => {
    expect(() => assertRoomForLine(MAX_LINES - 1)).not.toThrow();
    expect(failure(() => assertRoomForLine(MAX_LINES))).toMatchObject({
      status: 400,
      errors: { product_id: [expect.anything()] },
    });
  });

  it('places a cart only with lines that can all be bought', () => {
    expect(() => assertPlaceable([line(1)])).not.toThrow();
    expect(failure(() => assertPlaceable([]))).toMatchObject({ errors: { cart: [{ message: 'is empty' }] } });
    expect(failure(() => assertPlaceable([line(1), line(2, { available: false })]))).toMatchObject({
      errors: { cartitems: [{ message: 'product SKU-2 is not available', path: 'cartitems[1]' }] },
    });
  });

  it('leaves out the row that stands for no line', () => {
    expect(presentLines([{ id: null }])).toEqual([]);
  });

  it('counts only available lines in the totals', () => {
    const view = toCartView(7, 3, [line(1), line(2, { available: false })], dollars);
    expect(view.cartitems.map(({ status, price }) => [status, price])).toEqual([
      ['available', 3],
      ['unavailable', 3],
    ]);
    expect(view.totals).toEqual({ quantity: 2, price: 3, business_volume: 2, points: 0, cumulative_volume: 0.5 });
  });

  it('is empty and without an id when there is no cart', () => {
    expect(toCartView(null, 0, [], dollars)).toMatchObject({
      cart_id: null,
      version: 0,
      cartitems: [],
      totals: { quantity: 0, price: 0 },
    });
  });
});
