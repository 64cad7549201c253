import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assertReturnable, isReturnedWhole, returnedItems } from './order-returns.rules.js';
import { PLACED_STATUSES } from './orders.rules.js';

const LINES = [
  { id: 1, quantity: 5, returned: 2 },
  { id: 2, quantity: 1, returned: 1 },
  { id: 3, quantity: 4, returned: 0 },
];

describe('a return', () => {
  it.each(PLACED_STATUSES)('of an order that is %s is possible only if it was paid', (status) => {
    const validate = () => assertReturnable(status);
    if (status === 'paid' || status === 'completed') expect(validate).not.toThrow();
    else expect(validate).toThrow(expect.objectContaining({ status: 409 }));
  });

  it('without items takes all that is left', () => {
    expect(returnedItems(LINES, undefined)).toEqual([
      { id: 1, quantity: 3 },
      { id: 3, quantity: 4 },
    ]);
  });

  it('takes the pieces that are named', () => {
    expect(returnedItems(LINES, [{ id: 3, quantity: 4 }])).toEqual([{ id: 3, quantity: 4 }]);
  });

  it('names each line that is not of the order or comes twice', () => {
    const items = [3, 9, 3, 1].map((id) => ({ id, quantity: 99 }));
    expect(() => returnedItems(LINES, items)).toThrow(
      expect.objectContaining({
        status: 400,
        errors: {
          items: [
            { path: 'items[1].id', message: 'is no line of this order' },
            { path: 'items[2].id', message: 'names a line that is named before' },
          ],
        },
      }),
    );
  });

  it('names each line of which fewer pieces are left', () => {
    const items = [
      { id: 1, quantity: 4 },
      { id: 3, quantity: 4 },
      { id: 2, quantity: 1 },
    ];
    expect(() => returnedItems(LINES, items)).toThrow(
      expect.objectContaining({
        status: 409,
        errors: {
          items: [
            { path: 'items[0].quantity', message: 'must be at most 3; no more pieces are left' },
            { path: 'items[2].quantity', message: 'must be at most 0; no more pieces are left' },
          ],
        },
      }),
    );
  });

  it('is of the whole order once nothing of any line is left', () => {
    expect(isReturnedWhole(LINES, returnedItems(LINES, undefined))).toBe(true);
    expect(isReturnedWhole(LINES, [{ id: 1, quantity: 3 }])).toBe(false);
  });

  it('never takes more than was bought, whatever came before', () => {
    const pieces = fc.integer({ min: 1, max: 6 });
    const asked = fc.option(fc.array(fc.record({ id: fc.integer({ min: 1, max: 4 }), quantity: pieces })), {
      nil: undefined,
    });
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 3 }), fc.array(asked), (quantities, returns) => {
        let lines = quantities.map((quantity, index) => ({ id: index + 1, quantity, returned: 0 }));
        for (const items of returns) {
          let back: { id: number; quantity: number }[];
          try {
            back = returnedItems(lines, items);
          } catch {
            continue;
          }
          const isWhole = isReturnedWhole(lines, back);
          lines = lines.map((line) => {
            const more = back.filter(({ id }) => id === line.id).reduce((sum, { quantity }) => sum + quantity, 0);
            return { ...line, returned: line.returned + more };
          });
          expect(lines.every(({ quantity, returned }) => returned <= quantity)).toBe(true);
          expect(lines.every(({ quantity, returned }) => returned === quantity)).toBe(isWhole);
        }
      }),
    );
  });
});
