import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject, ParameterObject, RequestBodyObject, SchemaObject } from '@nestjs/swagger';
import { DEMO_API_ADMIN, DEMO_PASSWORD, DEMO_SHOPPER } from '#operations/first-start/demo-accounts.js';
import { prepareFirstStart } from '#operations/first-start/index.js';
import { CALLS, type Who } from './support/calls/calls.js';
import { Contract } from './support/contract.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

/** Operations that need an order, so that each finds what it is about; where there are several examples, with the name of one. */
const AS_MEMBER = [
  ['getToken', 'log_in'],
  ['addToWishlist'],
  ['getWishlistItems'],
  ['removeFromWishlist'],
  ['addCartItem'],
  ['getCartItems'],
  ['updateCart'],
  ['removeCartItem'],
  ['addCartItem'],
  ['createOrder', 'at_this_total'],
  ['addCartItem'],
  ['createOrder', 'whatever_it_costs'],
  ['listHoldingTank'],
  ['placeMember'],
  ['addAddress'],
] as const;
const AS_API_ADMIN = [
  ['changeOrderStatus'],
  ['returnOrder'],
  ['createBundle'],
  ['getBundle'],
  ['createBundles'],
  ['updateBundle', 'new_price'],
  ['deleteBundleVariant'],
  ['deleteBundle'],
] as const;
const AT_THE_END = [['revokeOAuthToken', 'refresh_token'], ['logOut']] as const;

/** Good once, and made by the service: no example can be right. */
const SINGLE_USE = [
  'getToken renew',
  'getToken enter',
  'getOAuthToken renew',
  'getOAuthToken enter',
  'getOAuthToken redeem',
  'introspectOAuthToken refresh_token',
];

/** What only its user or a mailer knows: a password, a token, a consent, the id of an address or of a session. */
const OF_USERS = /^(own (address|consent|password|session)|pending|password token|mailbox)/;

/** Nothing is earned until a run is posted. */
const EMPTY = ['listEarnings'];

/** Which months of the demo are posted depends on the day of its first start. */
const OF_DAYS = /^posted period/;

/** Nobody has a rank, or is active or not, until a plan is published. */
const OF_PLANS = ['rank', 'active'];

const nameOf = ([operationId, example]: readonly [string, string?]): string =>
  example === undefined ? operationId : `${operationId} ${example}`;

/** Whoever tries the documented examples on a fresh demo sees them succeed. */
describe('the examples of the document for clients, on a fresh demo', () => {
  let app: TestApp;
  let contract: Contract;
  let member: Record<string, string>;
  let apiAdmin: Record<string, string>;
  const tried = new Set<string>();

  beforeAll(async () => {
    app = await startTestApp({ config: { demo: true } });
    await prepareFirstStart(app.nest);
    contract = new Contract((await app.send('GET', '/openapi.client.json')).body as OpenAPIObject);
    const [, apikey] = /name="apikey"[^>]* value="([^"]+)"/.exec((await app.send('GET', '/docs')).text)!;
    const logIn = async (username: string) => {
      const payload = { username, password: DEMO_PASSWORD };
      const { body } = await app.send('POST', '/api/v1/token/', { headers: { apikey: apikey! }, payload });
      const { access_token } = body.data as { access_token: string };
      return { apikey: apikey!, authorization: `Bearer ${access_token}` };
    };
    member = await logIn(DEMO_SHOPPER);
    apiAdmin = await logIn(DEMO_API_ADMIN.username);
  });
  afterAll(() => app.stop());

  /** Sends the examples of an operation as they stand; what it sends beyond must be named. */
  async function send(operationId: string, example: string | undefined, headers: object, uid = false): Promise<Answer> {
    const { path, method, operation } = contract.find(operationId);
    tried.add(nameOf([operationId, example]));
    const parameters = (operation.parameters ?? []).map(
      (_, index) =>
        contract.at(
          contract.follow(['paths', path, method, 'parameters', String(index)]),
        ) as unknown as ParameterObject,
    );
    const value = ({ schema }: ParameterObject) =>
      String((schema as SchemaObject & { examples: unknown[] }).examples[0]);
    const of = (place: string) =>
      parameters.filter((one) => one.in === place && (uid || one.name !== 'uid') && !OF_PLANS.includes(one.name));
    const query = new URLSearchParams(Object.fromEntries(of('query').map((one) => [one.name, value(one)])));
    const address = of('path').reduce((text, one) => text.replace(`{${one.name}}`, value(one)), path);
    const body = operation.requestBody as RequestBodyObject | undefined;
    return app.send(method.toUpperCase() as 'GET', `${address}${query.size > 0 ? `?${query.toString()}` : ''}`, {
      headers: { ...headers, ...(body && { 'content-type': typeOf(body) }) },
      ...(body && { payload: payloadOf(body, example) }),
    });
  }

  function typeOf({ content }: RequestBodyObject): string {
    return 'application/json' in content ? 'application/json' : Object.keys(content)[0]!;
  }

  function payloadOf(body: RequestBodyObject, name: string | undefined): string {
    const type = typeOf(body);
    const { example, examples } = body.content[type]!;
    const value: unknown = name === undefined ? example : (examples?.[name] as { value: unknown }).value;
    return type === 'application/json'
      ? JSON.stringify(value)
      : new URLSearchParams(value as Record<string, string>).toString();
  }

  async function expectSuccess(steps: readonly (readonly [string, string?])[], headers: object): Promise<void> {
    const failed: unknown[] = [];
    for (const [operationId, example] of steps) {
      const answer = await send(operationId, example, headers);
      const problems = answer.status === 200 ? contract.problemsOf(operationId, answer) : [answer.text];
      const { results } = (answer.body?.data ?? {}) as { results?: unknown[] };
      if (results?.length === 0 && !EMPTY.includes(operationId)) problems.push('finds nothing');
      if (problems.length > 0) failed.push([operationId, answer.status, problems]);
    }
    expect(failed).toEqual([]);
  }

  /** Every example of the document: the operation's id, and the example's name where there are several. */
  function examples(): [operationId: string, example?: string][] {
    return contract.operations.flatMap(({ operation }): [string, string?][] => {
      const body = operation.requestBody as RequestBodyObject | undefined;
      const names = Object.keys(body?.content[typeOf(body)]?.examples ?? {});
      const id = operation.operationId!;
      return names.length === 0 ? [[id]] : names.map((name) => [id, name]);
    });
  }

  /** The examples that need no order, and were not tried yet; of those whom `calls.ts` lets call. */
  function othersOf(...who: readonly Who[]): [operationId: string, example?: string][] {
    const ordered = new Set([...tried, ...SINGLE_USE, ...[...AS_API_ADMIN, ...AT_THE_END].map(nameOf)]);
    return examples().filter(([id, example]) => {
      const call = CALLS[id]!;
      const isPossible = typeof call.of !== 'string' || !(OF_USERS.test(call.of) || OF_DAYS.test(call.of));
      return who.includes(call.who) && isPossible && !ordered.has(nameOf([id, example]));
    });
  }

  it('succeed one after the other: for nobody, alice and the API admin', async () => {
    await expectSuccess(othersOf('anyone'), {});
    await expectSuccess(AS_MEMBER, member);
    await expectSuccess(othersOf('application', 'oauth_client', 'user'), member);
    await expectSuccess(AS_API_ADMIN, apiAdmin);
    await expectSuccess(othersOf('api_admin'), apiAdmin);
  });

  it('name alice where an API admin acts for somebody, whose two orders are still placed', async () => {
    const { body } = await send('listOrders', undefined, apiAdmin, true);
    expect((body.data as { results: { id: number }[] }).results.map(({ id }) => id)).toEqual([116, 115]);
  });

  it('end with logging out, and leave none out', async () => {
    const { apikey } = member;
    await expectSuccess(AT_THE_END.slice(0, 1), { apikey });
    await expectSuccess(AT_THE_END.slice(1), member);
    expect(othersOf('anyone', 'application', 'oauth_client', 'user', 'api_admin', 'super_admin', 'entrance')).toEqual(
      [],
    );
  });
});
