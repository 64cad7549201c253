import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Contract } from '../../test/support/contract.js';
import { strayCalls } from '../support/calls/requests.js';
import { COLUMNS, verdictOf, type Verdict } from './columns.js';
import { idsOf, staleNames } from './id-names.js';
import { gaps } from './ids.js';
import { Rows } from './rows.js';

const contract = new Contract(JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenAPIObject);
const rows = new Rows(contract);

describe('the table of rows', () => {
  it('finds nothing where router, list of calls and document agree', () => {
    expect(rows.strays(rows.routes)).toEqual([]);
  });

  it('finds a route that the document leaves out, and an operation without a route', () => {
    const [first, ...others] = rows.routes;
    expect(rows.strays([...others, 'GET /api/v1/new'])).toEqual([
      'GET /api/v1/new is not in the OpenAPI document',
      `${first} has a row, but there is no such route`,
    ]);
  });

  it('finds an operation without a call, and a call without an operation', () => {
    const [first, ...others] = contract.operations;
    const { operation } = first!;
    expect(strayCalls([...others, { operation: { ...operation, operationId: 'newOne' } }])).toEqual([
      'newOne has no line in proofs/support/calls/calls.ts',
      `${operation.operationId} has a line in proofs/support/calls/calls.ts, but there is no such operation`,
    ]);
  });
});

describe('what a call has to come to', () => {
  const verdict = (name: string, route: string, type: 'server' | 'web' = 'server'): Verdict => {
    const column = COLUMNS.find((one) => one.name === name)!;
    return verdictOf(column, type, rows.of(route)!, route.split(' ')[0] as 'GET');
  };

  it('is told by the role', () => {
    expect(verdict('member, bearer', 'GET /api/v1/commerce/cart-items')).toBe('allowed');
    expect(verdict('member, bearer', 'GET /api/v1/get/countries')).toBe('403 Permission Denied');
    expect(verdict('api_admin, bearer', 'GET /admin/api/users')).toBe('401 Invalid Token');
  });

  it('is told by the role of the admin module', () => {
    expect(verdict('finance, admin session', 'POST /admin/api/payouts')).toBe('allowed');
    expect(verdict('support, admin session', 'POST /admin/api/payouts')).toBe('403 Permission Denied');
    expect(verdict('auditor, admin session', 'GET /admin/api/audit')).toBe('allowed');
    expect(verdict('auditor, admin session', 'PATCH /admin/api/users/:uid')).toBe('403 Permission Denied');
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
  const documentOf = (name: string): Contract =>
    new Contract({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: {
        '/api/v1/things/{id}/': {
          post: {
            operationId: 'changeThing',
            parameters: [{ in: 'path', name: 'id', schema: { type: 'string' } }],
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
            responses: {},
          },
        },
      },
      components: {
        schemas: {
          Thing: {
            type: 'object',
            properties: {
              at: { type: 'string', format: 'date-time' },
              list: { type: 'array', items: { type: 'object', properties: { [name]: { type: 'integer' } } } },
            },
          },
        },
      },
    });

  it('holds parameters and nested fields that are not known to be none, and may be one', () => {
    expect(idsOf(documentOf('quantity'))).toEqual([{ operationId: 'changeThing', place: 'path:id' }]);
    expect(idsOf(documentOf('owner_id')).map(({ place }) => place)).toEqual(['path:id', 'body:owner_id']);
  });

  it('fails for an id without a pair or a reason, and not for one with a pair', () => {
    const sent = { method: 'GET', path: '/' } as const;
    const pair = { of: 'changeThing path:id', what: 'another user’s', theirs: sent, nobodys: sent };
    const found = gaps(idsOf(documentOf('owner_id')), [pair]);
    expect(found).toContain('changeThing body:owner_id has neither a pair nor a reason why there is none');
    expect(found.join()).not.toContain('path:id has neither');
  });

  it('fails for a name that is said to be none, and is nowhere', () => {
    expect(staleNames(documentOf('quantity'))).toContain('body:label is no id, and no name of anything');
  });
});
