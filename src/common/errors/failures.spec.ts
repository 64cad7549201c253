import { describe, expect, it } from '@jest/globals';
import { AppError } from './app-error.js';
import { fill } from './failures.js';

const FULL = { code: 'CONFLICT', field: 'cart', message: 'holds {count} of {most}' } as const;

describe('a failure of a table', () => {
  it('is thrown with the values of its text', () => {
    const { message, errors } = AppError.of(FULL, { count: 3, most: 2 });
    expect({ message, errors }).toEqual({
      message: 'cart: holds 3 of 2',
      errors: { cart: [{ message: 'holds 3 of 2' }] },
    });
    expect(AppError.of({ code: 'CONFLICT', message: 'is full' }).message).toBe('is full');
  });

  it('does not compile without one of them', () => {
    // @ts-expect-error the values are missing
    expect(() => AppError.of(FULL)).toThrow('needs the value count');
    // @ts-expect-error one of the values is missing
    expect(() => AppError.of(FULL, { count: 3 })).toThrow('needs the value most');
    expect(() => fill('{count}')).toThrow('needs the value count');
  });
});
