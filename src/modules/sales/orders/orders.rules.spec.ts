import { describe, expect, it } from '@jest/globals';
import { fixed } from '#common/money/fixed.js';
import {
  assertStatusChange,
  isTotal,
  validateTotal,
  nextStatuses,
  orderNumber,
  PLACED_STATUSES,
} from './orders.rules.js';

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

describe('the total that a client expects', () => {
  it.each([0, 24.9, 99_999_999_999.9999, 0.0001, 1e17])('may be %s', (value) => {
    expect(validateTotal(value)).toBeUndefined();
  });

  it.each([
    ['24.9', 'must be a number'],
    [true, 'must be a number'],
    [-0.0001, 'must not be negative'],
    [24.90001, 'must have at most 4 decimals'],
    [1e-9, 'must have at most 4 decimals'],
    [NaN, 'must have at most 4 decimals'],
  ])('must not be %p', (value, problem) => {
    expect(validateTotal(value)).toMatch(problem);
  });

  it('is compared exactly', () => {
    expect(isTotal(24.9, fixed('24.9000'))).toBe(true);
    expect(isTotal(0.3, fixed('0.1') + fixed('0.2'))).toBe(true);
    expect(isTotal(24.9, fixed('24.9001'))).toBe(false);
    expect(isTotal(99_989_999_999_999, fixed('99989999999999.0001'))).toBe(false);
  });
});
