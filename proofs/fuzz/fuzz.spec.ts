import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import fc from 'fast-check';
import { Contract } from '../../test/support/contract.js';
import { Random } from '../support/random.js';
import { Drafts } from './drafts.js';
import type { Answer } from './http.js';
import { isExpected, type Change } from './journal.js';
import { Judge, type Case } from './judge.js';
import { readOptions } from './options.js';
import { reduce, smallerOnes } from './reduce.js';
import { SchemaValues, withSlots, type Schema } from './schema-values.js';
import { readAnswers } from './sockets.js';
import { Stock } from './stock.js';
import { signatureOf } from './tally.js';
import { countValues, fillSlots, Raw, replaceValue, Slot, writeJson, type Value } from './value.js';
import { percentEncode, write, type Wire } from './wire.js';

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenAPIObject;
const contract = new Contract(document);
const values = new SchemaValues(document.components?.schemas as Record<string, Schema>);
const drafts = new Drafts(contract, values);
const encryptionKey = { kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url'), kid: 'key' };
const stock = new Stock('who', 'root', 'other');
const own = { cart: { id: 1, version: 1, lines: [2] }, orders: [3], wishes: [4] };

describe('values', () => {
  it('are written as they stand where JavaScript has no such number, and slots are filled', () => {
    const value: Value = { a: new Raw('1e400'), b: [new Slot('x'), 'ä'], c: null };
    expect(writeJson(fillSlots(value, (name) => `${name}!`))).toBe('{"a":1e400,"b":["x!","ä"],"c":null}');
  });

  it('can be replaced one by one, at every depth', () => {
    const value: Value = { a: [1, { b: 2 }], c: 3 };
    const seen = Array.from({ length: countValues(value) }, (_, at) => writeJson(replaceValue(value, at, () => 'x')));
    expect(seen).toEqual([
      '"x"',
      '{"a":"x","c":3}',
      '{"a":["x",{"b":2}],"c":3}',
      '{"a":[1,"x"],"c":3}',
      '{"a":[1,{"b":"x"}],"c":3}',
      '{"a":[1,{"b":2}],"c":"x"}',
    ]);
  });

  it('of every JSON body’s schema are what the document allows', () => {
    for (const { operation } of contract.operations) {
      const { content } = (operation.requestBody ?? { content: {} }) as { content: Record<string, { schema: Schema }> };
      const json = content['application/json'];
      // Addresses of OAuth take forms alone.
      if (json === undefined) continue;
      fc.assert(
        fc.property(
          values.of(json.schema, () => undefined),
          (value) => {
            const sent = JSON.parse(writeJson(value)) as unknown;
            expect(contract.requestProblems(operation.operationId!, sent)).toEqual([]);
          },
        ),
        { numRuns: 5 },
      );
    }
  });

  it('keep the slots of an example', () => {
    const example = withSlots({ id: 1, list: [{ id: 2, name: 'x' }] }, (name) => (name === 'id' ? 'thing' : undefined));
    expect(example).toEqual({ id: new Slot('thing'), list: [{ id: new Slot('thing'), name: 'x' }] });
  });
});

describe('requests', () => {
  it('are the same again for the same seed, and have a slot for nothing that nobody fills', async () => {
    for (const documented of contract.operations) {
      const target = { method: 'GET', template: documented.path, encryptionKey };
      for (const arbitrary of [drafts.valid(documented), drafts.beside(documented)]) {
        const [one, same] = [5, 5].map((seed) => fc.sample(arbitrary, { numRuns: 4, seed }));
        expect(JSON.stringify(one)).toBe(JSON.stringify(same));
        for (const draft of one!) {
          const { wire } = await write(draft, { ...target, fill: stock.filler(new Random(1), own) });
          expect(wire.address).toMatch(/^\/[!-~]*$/);
        }
      }
    }
  });

  it('encode what is no text as the bytes that it would have', () => {
    expect(percentEncode('a/ä\ud800')).toBe('a%2F%C3%A4%ED%A0%80');
  });

  it('are made smaller as long as they fail', async () => {
    const wire: Wire = {
      operationId: 'x',
      method: 'POST',
      address: '/a?b=1&c=2',
      headers: [
        ['content-type', 'application/json'],
        ['x', 'y'],
      ],
      body: Buffer.from('{"good":1,"bad":[1,2],"other":{"bad":1}}'),
    };
    const smallest = await reduce(
      wire,
      async ({ address, body }) => address.includes('c=2') && body?.includes('"bad":[') === true,
    );
    expect(smallest).toEqual({
      ...wire,
      address: '/a?c=2',
      headers: [['content-type', 'application/json']],
      body: Buffer.from('{"bad":[]}'),
    });
    expect([...smallerOnes({ ...wire, address: '/a', headers: [], body: undefined })]).toEqual([]);
  });
});

describe('the judge', () => {
  const judge = new Judge(contract, [encryptionKey]);
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
    const problems = await judge.judge({ wire: ADD, answer: answer(400), changes: [], ...one });
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
      (await judge.judge({ wire, answer: given, changes: [] })).map(({ kind }) => kind);
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

describe('at the socket', () => {
  it('one connection’s answers are told apart by their lengths', () => {
    const one = (status: number, body: string): string =>
      `HTTP/1.1 ${status} X\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    expect(readAnswers(`${one(400, 'HTTP/1.1 200')}${one(200, '')}`).map(({ status, body }) => [status, body])).toEqual(
      [
        [400, 'HTTP/1.1 200'],
        [200, ''],
      ],
    );
    expect(readAnswers('')).toEqual([]);
  });
});

describe('options', () => {
  it('have defaults, and name what cannot be used', () => {
    expect(readOptions(['--seed', '7'])).toEqual({ requests: 100_000, seed: 7, lanes: 2, minutes: 105, keep: false });
    expect(() => readOptions(['--requests', '5'])).toThrow(/requests/);
    expect(() => readOptions(['--lanes', '0'])).toThrow(/lanes/);
  });
});
