import { describe, expect, it } from '@jest/globals';
import { COLUMNS, verdictOf, type Verdict } from './columns.js';
import { idsOf, staleNames, type Document } from './id-names.js';
import { gaps } from './ids.js';
import { rowOf, ROWS, strays } from './rows.js';

const routes = Object.keys(ROWS);
const documented = routes.filter((route) => rowOf(route)?.isFile !== true);

describe('the table of rows', () => {
  it('finds nothing where router, table and document agree', () => {
    expect(strays(routes, documented)).toEqual([]);
  });

  it('finds a route that nobody has thought of', () => {
    expect(strays([...routes, 'GET /api/v1/new'], [...documented, 'GET /api/v1/new'])).toEqual([
      'GET /api/v1/new has no row',
    ]);
  });

  it('finds a row without a route, and an operation without one', () => {
    expect(strays(routes.slice(1), documented)).toEqual([
      `${routes[0]} has a row, but there is no such route`,
      `${routes[0]} is in the OpenAPI document, but there is no such route`,
    ]);
  });

  it('finds a route that the document leaves out', () => {
    expect(strays(routes, documented.slice(1))).toEqual([`${documented[0]} is not in the OpenAPI document`]);
  });
});

describe('what a call has to come to', () => {
  const verdict = (name: string, route: string, type: 'server' | 'web' = 'server'): Verdict => {
    const column = COLUMNS.find((one) => one.name === name)!;
    return verdictOf(column, type, rowOf(route)!, route.split(' ')[0] as 'GET');
  };

  it('is told by the role', () => {
    expect(verdict('member, bearer', 'GET /api/v1/commerce/cart-items')).toBe('allowed');
    expect(verdict('member, bearer', 'GET /api/v1/get/countries')).toBe('403 Permission Denied');
    expect(verdict('api_admin, bearer', 'GET /admin/api/users')).toBe('401 Invalid Token');
  });

  it('is told by the host where the application has a list of them', () => {
    const route = 'GET /api/v1/commerce/cart-items';
    expect(verdict('member, cookie, foreign Origin', route, 'server')).toBe('allowed');
    expect(verdict('member, cookie, foreign Origin', route, 'web')).toBe('403 Host Not Whitelisted');
  });

  it('lets another site’s page read with the admin’s cookie, and change nothing', () => {
    const name = 'admin session, cookie, foreign Origin';
    expect(verdict(name, 'GET /admin/api/users')).toBe('allowed');
    expect(verdict(name, 'POST /admin/api/users')).toBe('403 Permission Denied');
    expect(verdict(name, 'POST /admin/api/session')).toBe('403 Permission Denied');
  });
});

describe('the list of ids', () => {
  const document = (name: string): Document => ({
    paths: {
      '/api/v1/things/{id}/': {
        post: {
          operationId: 'changeThing',
          parameters: [{ in: 'path', name: 'id' }],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        },
      },
    },
    components: { schemas: { Thing: { properties: { list: { items: { properties: { [name]: {} } } } } } } },
  });

  it('holds parameters and nested fields that are not known to be none', () => {
    const route = 'POST /api/v1/things/:id';
    expect(idsOf(document('quantity'))).toEqual([
      { operationId: 'changeThing', route, place: 'path:id' },
      { operationId: 'changeThing', route, place: 'body:list' },
    ]);
    expect(idsOf(document('owner_id')).map(({ place }) => place)).toContain('body:owner_id');
  });

  it('fails for an id without a pair or a reason, and not for one with a pair', () => {
    const ids = idsOf(document('owner_id')).filter(({ place }) => place !== 'body:list');
    const sent = { method: 'GET', path: '/' } as const;
    const pair = { of: 'changeThing path:id', what: 'another user’s', theirs: sent, nobodys: sent };
    expect(gaps(ids, [pair])).toContain('changeThing body:owner_id has neither a pair nor a reason why there is none');
    expect(gaps(ids, [pair]).join()).not.toContain('path:id has neither');
  });

  it('fails for a name that is said to be none, and is nowhere', () => {
    expect(staleNames(document('quantity'))).toContain('body:price is no id, and no name of anything');
  });
});
