import { describe, expect, it } from '@jest/globals';
import { AppError } from './app-error.js';
import { errorBody } from './failure-shape.js';
import '../../messages.js';

const body = (error: AppError, language?: 'de') => errorBody(error, 'r-1', language);

describe('the code of an error', () => {
  it('is that of its message', () => {
    expect(body(AppError.notFound('order')).code).toBe('order_not_found');
    expect(body(AppError.ofField('CONFLICT', 'uid', 'the balance is 0')).code).toBe('balance_zero');
  });

  it('is its name where the message is about a field, or is not known', () => {
    expect(body(new AppError('VALIDATION')).code).toBe('validation');
    expect(body(AppError.ofField('API_KEY_MISSING', 'apikey', 'is required')).code).toBe('api_key_missing');
    expect(body(new AppError('CONFLICT', 'one kit will do')).code).toBe('conflict');
    expect(body(new AppError('API_KEY_MAINTENANCE', 'back at noon'))).toMatchObject({
      code: 'api_key_maintenance',
      errors: { detail: [{ message: 'back at noon', code: 'api_key_maintenance' }] },
    });
  });

  it('is its name where the problems differ', () => {
    const errors = { name: [{ message: 'is required' }], bundle_id: [{ message: 'bundle does not exist' }] };
    expect(body(AppError.ofFields('INVALID_INPUT', errors)).code).toBe('invalid_input');
    const { bundle_id } = errors;
    expect(body(AppError.ofFields('INVALID_INPUT', { bundle_id })).code).toBe('unknown_bundle');
  });
});

describe('a problem', () => {
  it('keeps its place, and is invalid if its message is not known', () => {
    const errors = { name: [{ message: 'must be green', path: 'name.en', index: 2, bundle_id: 'tea' }] };
    expect(body(AppError.ofFields('VALIDATION', errors)).errors).toEqual({
      name: [{ ...errors.name[0], code: 'invalid', params: {} }],
    });
  });
});

describe('German', () => {
  it('lists the problems of fields in the message, and leaves what it does not know', () => {
    const errors = {
      name: [{ message: 'is required' }, { message: 'must be green' }],
      sku: [{ message: 'sku not found' }],
    };
    expect(body(AppError.ofFields('VALIDATION', errors), 'de').message).toBe(
      'name: fehlt; name: must be green; sku: sku nicht gefunden',
    );
    expect(body(AppError.notFound('order'), 'de')).toMatchObject({
      message: 'Bestellung nicht gefunden',
      errors: { detail: [{ message: 'Bestellung nicht gefunden' }] },
    });
  });
});
