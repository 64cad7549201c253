import { describe, expect, it } from '@jest/globals';
import { assertStatusChange, nextStatuses, orderNumber, PLACED_STATUSES } from './orders.rules.js';

const ALLOWED = ['placed→paid', 'placed→cancelled', 'paid→completed', 'paid→cancelled'];
const ALL = PLACED_STATUSES.flatMap((from) => PLACED_STATUSES.map((to) => ({ from, to })));

describe('order status', () => {
  it.each(ALL)('$from → $to is allowed only where the decisions say so', ({ from, to }) => {
    const move = () => assertStatusChange(from, to);
    if (ALLOWED.includes(`${from}→${to}`)) expect(move).not.toThrow();
    else expect(move).toThrow(expect.objectContaining({ status: 409, type: 'Conflict' }));
  });

  it('names what is possible', () => {
    expect(() => assertStatusChange('placed', 'completed')).toThrow('possible: paid, cancelled');
    expect(() => assertStatusChange('cancelled', 'paid')).toThrow('it is final');
    expect(() => assertStatusChange('completed', 'cancelled')).toThrow('it can only be returned');
    expect(nextStatuses('paid')).toEqual(['completed', 'cancelled']);
  });
});

describe('order number', () => {
  it('is the day in UTC and the padded id', () => {
    expect(orderNumber(42, new Date('2026-11-20T23:59:59.999Z'))).toBe('20261120-000042');
    expect(orderNumber(12345678, new Date('2026-11-20T00:00:00Z'))).toBe('20261120-12345678');
  });
});
