import { describe, expect, it } from '@jest/globals';
import { newKey, queryOf, requestOf } from './request.js';

const BASE = 'https://shop.example.com/api/v1/';

describe('requestOf', () => {
  it('puts fields of the path there, and the others of a GET or DELETE into the query', () => {
    const input = { period: '2026-10', limit: 5, offset: undefined };
    expect(requestOf(BASE, 'GET commissions/{period}/explain/', input)).toEqual({
      method: 'GET',
      url: 'https://shop.example.com/api/v1/commissions/2026-10/explain/?limit=5',
      headers: {},
    });
    expect(requestOf('/api/v1', 'DELETE commerce/product/delete/', { bundle_id: 'a&b=ö/' }).url).toBe(
      '/api/v1/commerce/product/delete/?bundle_id=a%26b%3D%C3%B6%2F',
    );
  });

  it('sends the others of a POST or PATCH as JSON', () => {
    expect(requestOf(BASE, 'PATCH account/addresses/{id}/', { id: 3, city: 'Bonn' })).toEqual({
      method: 'PATCH',
      url: 'https://shop.example.com/api/v1/account/addresses/3/',
      headers: { 'content-type': 'application/json' },
      body: '{"city":"Bonn"}',
    });
    expect(requestOf(BASE, 'POST commerce/create-order/').body).toBe('{}');
  });

  it('does not let a field of the path leave it', () => {
    expect(requestOf(BASE, 'GET commerce/orders/{id}/', { id: '../../admin' }).url).toBe(
      'https://shop.example.com/api/v1/commerce/orders/..%2F..%2Fadmin/',
    );
  });

  it('has headers for what a call is told', () => {
    const options = { ifMatch: 0, language: 'de', idempotencyKey: 'k', headers: { 'X-Request-Id': 'r' }, uid: 7 };
    const { url, headers } = requestOf(BASE, 'POST commerce/create-order/', {}, options);
    expect(url).toMatch(/create-order\/\?uid=7$/);
    expect(headers).toMatchObject({
      'if-match': '0',
      'accept-language': 'de',
      'idempotency-key': 'k',
      'X-Request-Id': 'r',
    });
  });
});

describe('newKey', () => {
  it('is new each time, for what can be repeated with one', () => {
    expect(newKey('POST token/')).not.toBe(newKey('POST token/'));
    expect(newKey('DELETE account/sessions/')).toMatch(/^[\w-]{16,}$/);
    expect([newKey('GET account/'), newKey('PATCH account/')]).toEqual([undefined, undefined]);
  });
});

describe('queryOf', () => {
  it('has the fields of the query', () => {
    const url = 'https://x.example/?search=a+b%26c&limit=2';
    expect(queryOf(url)).toEqual({ search: 'a b&c', limit: '2' });
  });
});
