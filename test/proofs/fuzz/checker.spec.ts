import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Contract } from '#test/support/contract.js';
import type { Answer } from './http.js';
import { isExpected, type Change } from './journal.js';
import { Checker, type Case } from './checker.js';
import { signatureOf } from './tally.js';
import type { Wire } from './wire.js';

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenAPIObject;
const contract = new Contract(document);
const encryptionKey = { kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url'), kid: 'key' };

describe('the checker', () => {
  const checker = new Checker(contract, [encryptionKey]);
  const LIVE: Wire = {
    operationId: 'getLiveness',
    method: 'GET',
    address: '/health/live',
    headers: [],
    body: undefined,
  };
  const BULK = '/api/v1/commerce/product/bulk/create/';
  const ADD: Wire = { ...LIVE, operationId: 'addCartItem', method: 'POST', address: '/api/v1/commerce/add-cart-item/' };

  function answer(status: number, body: object = failure(status)): Answer {
    const headers = { 'content-type': 'application/json', 'x-request-id': 'id', 'cache-control': 'no-store' };
    return { status, headers, body, text: JSON.stringify(body), ms: 1 };
  }

  function failure(status: number, type = 'Validation Error'): object {
    return { status_code: status, type, message: 'no', errors: {}, data: {}, request_id: 'id' };
  }

  async function kinds(one: Partial<Case>): Promise<string[]> {
    const problems = await checker.check({ wire: ADD, answer: answer(400), changes: [], ...one });
    return problems.map(({ kind }) => kind);
  }

  it('finds nothing wrong with a documented refusal that changed nothing', async () => {
    expect(await kinds({})).toEqual([]);
  });

  it('finds failures of the service, undocumented statuses and other bodies', async () => {
    expect(await kinds({ answer: answer(500, failure(500, 'Server Error')) })).toEqual(['failed']);
    expect(await kinds({ answer: answer(418) })).toEqual(['undocumented']);
    expect(await kinds({ answer: answer(400, { ...failure(400), data: { secret: 1 } }) })).toEqual([
      'not as documented',
    ]);
    expect(await kinds({ answer: answer(400, failure(401)) })).toContain('not as documented');
  });

  it('knows what any address may answer, and the wrong method', async () => {
    expect(await kinds({ answer: answer(431, failure(431, 'Headers Too Large')) })).toEqual([]);
    expect(await kinds({ wire: { ...ADD, method: 'PUT' } })).toEqual(['undocumented']);
    expect(await kinds({ wire: { ...ADD, method: 'PUT' }, answer: answer(405) })).toEqual(['not as documented']);
  });

  it('finds answers without an id, slow ones and those that tell too much', async () => {
    const bare = answer(400);
    expect(await kinds({ answer: { ...bare, headers: { 'content-type': 'application/json' } } })).toEqual([
      'not as documented',
    ]);
    expect(await kinds({ answer: { ...bare, ms: 60_000 } })).toEqual(['slow']);
    const told = { ...failure(400), message: 'invalid input syntax for type uuid' };
    expect(await kinds({ answer: answer(400, told) })).toEqual(['told too much']);
  });

  it('finds what a refusal changed', async () => {
    const changes: Change[] = [{ table: 'order_lines', op: 'INSERT', columns: [] }];
    expect(await kinds({ changes })).toEqual(['changed something']);
    expect(await kinds({ changes: [{ table: 'rate_limits', op: 'UPDATE', columns: ['points'] }] })).toEqual([]);
  });

  it('finds a body that was accepted though the document forbids it', async () => {
    const headers = [['content-type', 'application/json']] as const;
    const wire = { ...ADD, headers, body: Buffer.from('{"product_id":"1"}') };
    expect(await kinds({ wire, answer: answer(200, {}) })).toContain('accepted');
    expect(
      await kinds({ wire: { ...wire, body: Buffer.from('{"product_id":1}') }, answer: answer(200, {}) }),
    ).not.toContain('accepted');
  });

  it('lets a bundle that was set aside be wrong otherwise', async () => {
    const headers = [['content-type', 'application/json']] as const;
    const body = Buffer.from('[{"bundle_id":"a"},{"bundle_id":"b"}]');
    const wire = { ...ADD, operationId: 'createBundles', address: BULK, headers, body };
    const setAside = (...places: number[]) =>
      answer(200, { data: { Product_creation_failed: { same_bundle_id: places.map((index) => ({ index })) } } });
    const kinds = async (given: Answer) =>
      (await checker.check({ wire, answer: given, changes: [] })).map(({ kind }) => kind);
    expect(await kinds(setAside(0, 1))).not.toContain('accepted');
    expect(await kinds(setAside(0))).toContain('accepted');
    expect(await kinds(setAside(1))).toContain('accepted');
  });

  it('expects of a refusal only what counts failures and ends stolen sessions', () => {
    const refused = { operationId: 'addCartItem', method: 'POST', hasIdempotencyKey: false, refused: true };
    const change = (table: string, op: Change['op'] = 'INSERT', columns: string[] = []): Change => ({
      table,
      op,
      columns,
    });
    expect(isExpected(change('idempotency_records'), refused)).toBe(false);
    expect(isExpected(change('idempotency_records'), { ...refused, hasIdempotencyKey: true })).toBe(true);
    expect(isExpected(change('sessions', 'UPDATE', ['ended_at']), refused)).toBe(false);
    for (const operationId of ['getToken', 'getOAuthToken'])
      expect(isExpected(change('sessions', 'UPDATE', ['ended_at']), { ...refused, operationId })).toBe(true);
    expect(isExpected(change('application_keys', 'UPDATE', ['last_used_at']), refused)).toBe(true);
    expect(isExpected(change('application_keys', 'UPDATE', ['revoked_at']), refused)).toBe(false);
    expect(isExpected(change('audit_entries'), refused)).toBe(false);
    expect(isExpected(change('webhook_deliveries', 'UPDATE', ['status', 'finished_at']), refused)).toBe(true);
    expect(isExpected(change('webhook_deliveries', 'UPDATE', ['tries']), refused)).toBe(false);
    expect(isExpected(change('webhook_deliveries'), refused)).toBe(false);
    expect(isExpected(change('users', 'UPDATE', ['status']), { ...refused, operationId: 'getToken' })).toBe(false);
    expect(isExpected(change('commission_fairness'), refused)).toBe(true);
    expect(isExpected(change('commission_fairness', 'DELETE'), refused)).toBe(false);
  });

  it('counts failures that differ in ids alone as one', () => {
    const problem = (what: string) => ({ kind: 'failed' as const, what });
    expect(signatureOf('x', problem('500 at 12345'))).toBe(signatureOf('x', problem('500 at 67890')));
    expect(signatureOf('x', problem('500'))).not.toBe(signatureOf('x', problem('503')));
  });
});
