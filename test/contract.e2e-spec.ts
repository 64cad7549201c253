import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject, RequestBodyObject } from '@nestjs/swagger';
import { EmailChanges } from '#people/account/email/email-changes.service.js';
import { OwnPasswords } from '#people/account/password/own-passwords.service.js';
import { SelfSignUp } from '#people/account/sign-up/self-sign-up.service.js';
import { Proposals } from '#people/approvals/proposals.js';
import { EventRecorder, eventTypes } from '#common/events/index.js';
import { Calculation } from '#commissions/runs/calculation/calculation.service.js';
import { ImportRunner } from '#platform/imports/index.js';
import { TrafficCounter } from '#platform/traffic/index.js';
import { callOf, FileBody, parametersOf, requestOf, Requests, sentAs } from './support/calls/requests.js';
import type { Parts } from './support/calls/shop-world.js';
import { World } from './support/calls/world.js';
import { Contract, type Documented } from './support/contract.js';
import { PASSWORD, type TestClient } from './support/factories.js';
import { startTestApp, type Answer, type TestApp, type TestRequest } from './support/start-test-app.js';
import { until } from './support/until.js';
import { verify, WebhookReceiver } from './support/webhook-receiver.js';
import { WebhookRows } from './support/webhook-rows.js';

/** What to send to an operation. */
interface Call extends Parts {
  headers?: Record<string, string>;
}

/** Anybody who sends requests; null sends no credentials. */
type Sender = { headers: Readonly<Record<string, string>> } | null;

/** Changes come first, so that the lists have something to show, and the events of all of them last. */
describe('answers are as the OpenAPI document says', () => {
  let app: TestApp;
  let contract: Contract;
  let receiver: WebhookReceiver;
  let shop: { id: string; apikey: string };
  let member: TestClient;
  let admin: TestClient;
  let root: TestClient;
  let world: World;
  let requests: Requests;
  const succeeded = new Set<string>();

  beforeAll(async () => {
    app = await startTestApp();
    contract = new Contract((await app.send('GET', '/openapi.json')).body as OpenAPIObject);
    receiver = await WebhookReceiver.start();
    shop = await app.make.application({ selfService: true, webhookUrl: receiver.url(), webhookEvents: eventTypes() });
    member = await app.make.member(shop);
    admin = await app.make.apiAdmin(shop);
    root = await app.make.superAdmin();
    world = new World(
      async (operationId, { headers, ...parts }) => {
        const { status, text, body } = await send({ headers }, operationId, parts);
        return { status, text, data: body?.data ?? {} };
      },
      (statement, values) => app.database.query(statement, values),
      { username: root.user.username, password: PASSWORD },
    );
    world.shopId = shop.id;
    await world.begin();
    requests = new Requests(contract, world);
  });
  afterAll(async () => {
    await receiver.stop();
    await app.stop();
  });

  /** Sends a request to an operation at its documented address, and holds the answer against the document. */
  async function send(sender: Sender, operationId: string, { headers, ...parts }: Call = {}): Promise<Answer> {
    const { method, path, body } = requestOf(contract, operationId, parts);
    const { type, payload } = sentAs(body);
    const answer = await app.send(method, path, {
      headers: { ...sender?.headers, ...(type === undefined ? {} : { 'content-type': type }), ...headers },
      ...(body === undefined ? {} : { payload: payload as object }),
    });
    expect(contract.problemsOf(operationId, answer)).toEqual([]);
    return answer;
  }

  /** A request that succeeds; gives its `data`. */
  async function ok(sender: Sender, operationId: string, call?: Call): Promise<Answer['body']> {
    const answer = await send(sender, operationId, call);
    expect([operationId, answer.status, answer.body?.message]).toEqual([operationId, 200, undefined]);
    succeeded.add(operationId);
    return answer.body?.data;
  }

  /** Somebody who may call an operation. */
  async function senderFor(operationId: string): Promise<Sender> {
    const { who, endsSession } = callOf(operationId);
    switch (who) {
      case 'anyone':
      case 'entrance':
        return null;
      case 'application':
      case 'oauth_client':
        return { headers: { apikey: shop.apikey } };
      case 'user':
        return endsSession ? app.make.member(shop) : member;
      case 'api_admin':
        return admin;
      case 'super_admin':
        return endsSession ? app.make.superAdmin() : root;
    }
  }

  /** Calls an operation in each way that the list of calls has; gives the last answer's `data`. */
  async function call(operationId: string, more: Call['query'] = {}): Promise<Answer['body']> {
    // Nothing runs long jobs here: with a key, the answer of a replay does not wait for one.
    const isReplay = operationId === 'adminReplayCommissionRun';
    const headers: Record<string, string> = isReplay ? { 'idempotency-key': 'replay' } : {};
    let data: Answer['body'];
    const caller = callOf(operationId).ofCaller && (await app.make.superAdmin());
    for (const { query, ...parts } of await requests.each(operationId, (caller ?? member).user.uid)) {
      data = await ok(caller ?? (await senderFor(operationId)), operationId, {
        ...parts,
        headers,
        query: { ...query, ...more },
      });
    }
    return data;
  }

  describe('on success:', () => {
    const isRead = ({ method }: Documented): boolean => method === 'get';

    it('each change', async () => {
      for (const { operation } of contract.operations.filter((one) => !isRead(one))) await call(operation.operationId!);
    });

    it('what waits for a second person', async () => {
      await world.earner();
      const { id } = await ok(root, 'adminCreatePayout', { body: {} });
      const { status, approval } = await ok(root, 'adminReleasePayout', { path: { id } });
      expect([status, approval.status]).toEqual(['created', 'waiting']);
    });

    it('each read, and a page of each list', async () => {
      for (const { operation } of contract.operations.filter(isRead)) {
        const id = operation.operationId!;
        await call(id);
        const taken = parametersOf(contract, id).map(({ name }) => name);
        const page = Object.entries({ limit: 1, offset: 1, search: 'e' }).filter(([name]) => taken.includes(name));
        if (page.length > 0) await call(id, Object.fromEntries(page));
      }
    });

    it('what is there is shown', async () => {
      await world.line(member.user.uid);
      expect((await call('getCartItems')).cartitems.length).toBeGreaterThan(0);
      expect((await call('getWishlistItems'))[0].wished_products.length).toBeGreaterThan(0);
      expect((await call('adminGetUserCart')).cartitems).toHaveLength(1);
      expect(await call('adminListUserWishes')).toMatchObject({ count: 1 });
      expect((await call('listOrders')).count).toBeGreaterThan(0);
    });

    it('bundles in bulk, some of which are refused', async () => {
      const { body } = await requests.of('createBundles', 0);
      const [first, other] = body as object[];
      await ok(admin, 'createBundles', { body: [first, { ...other, bundle_id: null }, first, { name: 'x' }] });
    });

    it('users and their tokens', async () => {
      const headers = { apikey: shop.apikey };
      const { refresh_token } = await call('getToken');
      const tokens = await ok(null, 'getToken', { headers, body: { refresh_token } });
      await ok(null, 'logOut', { headers: { ...headers, authorization: `Bearer ${tokens.access_token}` } });
    });

    it('tokens by OAuth 2.0', async () => {
      const sender = { headers: { apikey: shop.apikey } };
      const { body: logIn } = (await requests.of('getOAuthToken', 0)) as { body: URLSearchParams };
      const { body } = await send(sender, 'getOAuthToken', { body: logIn });
      const renewal = { grant_type: 'refresh_token', refresh_token: body.refresh_token as string };
      await ok(sender, 'getOAuthToken', { body: new URLSearchParams(renewal) });
      logIn.set('password', 'wrong');
      expect((await send(sender, 'getOAuthToken', { body: logIn })).body.error).toBe('invalid_grant');
      await ok(sender, 'revokeOAuthToken', { body: new URLSearchParams({ token: body.access_token as string }) });
    });

    it('single sign-on', async () => {
      const forum = await world.application();
      const user = await app.make.member(shop);
      const { ticket } = await ok(user, 'createSsoTicket', { body: { application_id: forum.id } });
      const headers = { apikey: forum.apikey };
      const tokens = await ok(null, 'getToken', { headers, body: { ticket } });
      expect((await send(null, 'getToken', { headers, body: { ticket } })).status).toBe(401);
      expect((await send(null, 'getToken', { headers, body: { ticket, username: 'x' } })).status).toBe(400);
      expect((await send(user, 'createSsoTicket', { body: { application_id: shop.id } })).status).toBe(404);
      const there = { ...headers, authorization: `Bearer ${tokens.access_token}` };
      expect((await ok(user, 'logOut', { body: { everywhere: true } })).logout_urls).toHaveLength(1);
      expect((await send(null, 'logOut', { headers: there })).status).toBe(401);
    });

    it('an import that is done', async () => {
      const body = new FileBody(
        'application/x-ndjson',
        '{"username":"imported","kind":"distributor","enrolled_at":"2020-01-01"}',
      );
      const { id } = await ok(root, 'adminImportMembers', { body });
      const context = { signal: new AbortController().signal, progress: () => undefined };
      await app.nest.get(ImportRunner, { strict: false }).run({ importId: id }, context);
      expect(await ok(root, 'adminGetImport', { path: { id } })).toMatchObject({ status: 'done', accepted: 1 });
    });

    it('a run of commissions that is calculated', async () => {
      const body = { period: '2026-10', kind: 'preview', plan_id: await world.plan() };
      const { id } = await ok(root, 'adminStartCommissionRun', { body });
      const context = { signal: new AbortController().signal, progress: () => undefined };
      await app.nest.get(Calculation, { strict: false }).calculate({ runId: id }, context);
      expect(await ok(root, 'adminGetCommissionRun', { path: { id } })).toMatchObject({ status: 'calculated' });
    });

    it('what mailers are told, after the answers', async () => {
      const payload = { login: member.user.email, application_id: shop.id };
      await app.nest.get(OwnPasswords, { strict: false }).sendReset(payload);
      const body = { username: 'rosa', password: PASSWORD, first_name: 'Rosa', last_name: 'Diaz', country_code: 'ES' };
      for (const email of ['rosa@example.com', member.user.email])
        await ok({ headers: { apikey: shop.apikey } }, 'signUpOneself', { body: { ...body, email } });
      for (const { id } of await app.database.query<{ id: string }>(
        'SELECT id FROM pending_sign_ups WHERE token_hash IS NULL',
      ))
        await app.nest.get(SelfSignUp, { strict: false }).sendConfirmation({ id });
      const invited = await app.make.user();
      await app.database.query('UPDATE users SET password_hash = NULL WHERE uid = $1', [invited.uid]);
      await ok(root, 'adminInviteMembers', { path: { id: shop.id }, body: { usernames: [invited.username] } });
      for (const { id } of await app.database.query<{ id: string }>(
        'SELECT id FROM pending_email_changes WHERE token_hash IS NULL',
      ))
        await app.nest.get(EmailChanges, { strict: false }).sendConfirmation({ id });
    });

    it('encryption keys, and encrypted answers', async () => {
      const path = { id: shop.id };
      const { kid } = await ok(root, 'adminIssueEncryptionKey', { path, body: { platform: 'ios' } });
      await ok(root, 'adminIssueEncryptionKey', { path, body: { platform: 'server', overlap_seconds: 60 } });
      await ok(root, 'adminListEncryptionKeys', { path, query: { texts: 'false', status: 'live' } });
      const headers = { accept: 'application/jose' };
      for (const id of ['getCartItems', 'getWishlistItems']) {
        expect((await send(member, id, { headers })).headers['content-type']).toBe('application/jose');
      }
      const refused = await send(member, 'addCartItem', { headers, body: {} });
      expect(refused).toMatchObject({ status: 400, headers: { 'content-type': 'application/jose' } });
      const unknown = { accept: 'application/jose;kid=none' };
      expect((await send(member, 'getCartItems', { headers: unknown })).status).toBe(406);
      await ok(root, 'adminRetireEncryptionKey', { path: { ...path, kid } });
    });

    it('webhooks that fail, and are disabled', async () => {
      const { id } = await world.application();
      const path = { id };
      const rows = new WebhookRows(app);
      const { previous_secrets } = await ok(root, 'adminRotateWebhookSecret', { path, body: {} });
      expect(previous_secrets).toHaveLength(1);
      const delivery_id = await world.delivery(id);
      await rows.attempts(delivery_id, [{ error: 'connection refused' }, { status_code: 503, response: 'later' }]);
      await ok(root, 'adminGetDelivery', { path: { ...path, delivery_id } });
      await rows.disable(id);
      await ok(root, 'adminGetWebhook', { path });
      const since = new Date(Date.now() - 60_000).toISOString();
      expect((await send(root, 'adminRedeliverSince', { path, body: { since } })).status).toBe(409);
      await ok(root, 'adminEnableWebhook', { path });
      expect((await send(root, 'adminEnableWebhook', { path })).status).toBe(409);
    });

    it('what comes after a while', async () => {
      await app.nest.get(TrafficCounter, { strict: false }).flush();
      const { applications } = await ok(root, 'adminReadTraffic', { query: { window: 'hour' } });
      expect(applications.length).toBeGreaterThan(0);
      expect((await send(root, 'adminReadTraffic', { query: { application_id: 'none' } })).status).toBe(404);
      const since = new Date(Date.now() - 3_600_000).toISOString();
      const { results } = await ok(root, 'adminListAllDeliveries', { query: { since, limit: 5 } });
      expect(results.length).toBeGreaterThan(0);
    });

    it('[7.1 status: 200] [7.1 status: 201] [7.1 status: 204] [4 success envelope: status_code] [4 success envelope: errors] [4 success envelope: data] [4 success envelope: Content-Type application/json] every operation was seen to succeed with 200 and the envelope', () => {
      const unseen = contract.operations.filter(({ operation }) => !succeeded.has(operation.operationId!));
      expect(unseen.map(({ operation }) => operation.operationId)).toEqual([]);
    });

    it('events of every type were recorded and delivered, each as its webhook is documented', async () => {
      const path = { id: shop.id };
      await ok(root, 'adminChangeApplication', { path, body: { name: 'Shop' } });
      await ok(root, 'adminTestWebhook', { path });
      await app.nest.get(Proposals, { strict: false }).lapseLate();
      // What a restored database tells; the command ends all sessions.
      const events = app.nest.get(EventRecorder, { strict: false });
      await app.db.transaction((tx) => events.record(tx, 'service.restored', 'database', { restored_to: null }));
      const recorded = await app.database.query<{ type: string; timestamp: Date }>(
        'SELECT id, type, timestamp, data FROM events ORDER BY sequence',
      );
      const bodies = recorded.map((event) => ({ ...event, timestamp: event.timestamp.toISOString() }));
      expect(bodies.flatMap((body) => contract.webhookProblems(body))).toEqual([]);
      expect(unseenTypes(bodies)).toEqual([]);

      const { secret } = await ok(root, 'adminGetWebhook', { path });
      await deliverAll();
      const delivered = receiver.received.map((one) => verify(secret, one));
      expect(delivered.flatMap((body) => contract.webhookProblems(body))).toEqual([]);
      expect(unseenTypes(delivered)).toEqual([]);
    });

    it('the console has words for each action of the audit log', async () => {
      const audited = await app.database.query<{ action: string }>('SELECT DISTINCT action FROM audit_entries');
      expect(audited.length).toBeGreaterThan(50);
      const words = await readFile(new URL('../console/src/pages/audit/actions.ts', import.meta.url), 'utf8');
      const known = new Set([...words.matchAll(/^ {2}'?([\w.-]+)'?: t\(/gm)].map(([, name]) => name));
      const wordless = audited.filter(({ action }) => !known.has(action) && !known.has(action.replace(/^[^.]+\./, '')));
      expect(wordless).toEqual([]);
    });
  });

  describe('on failure:', () => {
    const withBody = ({ operation }: Documented): boolean => operation.requestBody !== undefined;
    /** The documented example of a body. */
    function example({ operation }: Documented): object {
      const { content } = operation.requestBody as RequestBodyObject;
      return contract.examplesOf(content['application/json']!)[0] as object;
    }

    const withJson = (one: Documented): boolean =>
      withBody(one) && 'application/json' in (one.operation.requestBody as RequestBodyObject).content;

    /** Sends the same to every operation: whatever comes back must be documented. Gives the statuses that came. */
    async function everywhere(
      senderOf: (one: Documented) => Sender,
      call: Call,
      which: (one: Documented) => boolean = () => true,
    ): Promise<Set<number>> {
      const statuses = new Set<number>();
      for (const one of contract.operations.filter(which)) {
        // It would end the session that the others are sent with.
        if (callOf(one.operation.operationId!).endsSession) continue;
        statuses.add((await send(senderOf(one), one.operation.operationId!, call)).status);
      }
      return statuses;
    }

    const asAdmin = ({ path }: Documented): Sender => (path.startsWith('/admin/') ? root : admin);

    it('without credentials', async () => {
      expect(await everywhere(() => null, {})).toEqual(new Set([200, 400, 401]));
    });

    it('[7.1 status: 401] with credentials that are not valid', async () => {
      const headers = { apikey: shop.apikey, authorization: 'Bearer none' };
      expect(await everywhere(() => ({ headers }), {})).toContain(401);
    });

    it('[7.1 status: 403] for a user that the caller may not act for', async () => {
      expect(await everywhere(() => member, { query: { uid: 1 } })).toContain(403);
    });

    it('for a user that does not exist', async () => {
      expect(await everywhere(asAdmin, { query: { uid: 999_999 } })).toContain(404);
    });

    it('[7.1 status: 400] [7.2 error body: status_code] [7.2 error body: type] [7.2 error body: message] [7.2 error body: validation errors name the field] with an empty body, and names that nothing has', async () => {
      expect(await everywhere(asAdmin, { body: {} })).toContain(400);
    });

    it('with fields of the wrong types', async () => {
      for (const one of contract.operations.filter(withJson)) {
        const id = one.operation.operationId!;
        const body = Object.fromEntries(Object.keys(example(one)).map((field) => [field, [[]]]));
        const { status } = await send(asAdmin(one), id, { body });
        expect([id, [400, 401, 404].includes(status)]).toEqual([id, true]);
      }
    });

    it('with bodies that cannot be read', async () => {
      const json = { 'content-type': 'application/json' };
      expect(await everywhere(asAdmin, { body: '{', headers: json }, withBody)).toContain(400);
      const csv = { 'content-type': 'text/csv' };
      expect(await everywhere(asAdmin, { body: 'x', headers: csv }, withJson)).toEqual(new Set([415]));
    });

    it('with an address that cannot be decoded, and a body that nobody asked for', async () => {
      for (const one of contract.operations) {
        const { path, method, operation } = one;
        const send = (query: string, request: TestRequest): Promise<Answer> =>
          app.send(method.toUpperCase() as 'GET', `${path.replace(/\{[^}]+\}/g, 'none')}${query}`, request);
        const answers = [await send('?x=%ED%A0%80', {})];
        if (method !== 'get') {
          const headers = { ...asAdmin(one)?.headers, 'content-type': 'application/json' };
          answers.push(await send('', { payload: '{', headers }));
        }
        for (const answer of answers) {
          expect([operation.operationId, answer.status]).toEqual([operation.operationId, 400]);
          expect(contract.problemsOf(operation.operationId!, answer)).toEqual([]);
        }
      }
    });

    it('with a body that is too large', async () => {
      const { status } = await send(member, 'addCartItem', { body: { text: 'x'.repeat(3_000_000) } });
      expect(status).toBe(413);
    });

    it('[7.1 status: 409] that conflicts with the state', async () => {
      const body = { product_id: world.productId };
      const stale = { body, headers: { 'if-match': '99' } };
      expect((await send(member, 'addCartItem', stale)).status).toBe(409);
      const key = { headers: { 'idempotency-key': 'once' } };
      await send(member, 'addToWishlist', { body, ...key });
      expect((await send(member, 'addToWishlist', { body: { product_id: 999_999 }, ...key })).status).toBe(422);
    });
  });

  /** Delivers what the shop is to be told, by an instance of its own: until then nothing was sent anywhere. */
  async function deliverAll(): Promise<void> {
    await app.database.query(`UPDATE webhook_deliveries SET status = 'cancelled' WHERE application_id <> $1`, [
      shop.id,
    ]);
    const config = { webhookAllowPrivate: true, webhookConcurrency: 4 };
    const deliverer = await startTestApp({ config, sharing: app });
    const statuses = `SELECT DISTINCT status FROM webhook_deliveries WHERE application_id = $1`;
    await until(async () => {
      const left = await app.database.query<{ status: string }>(statuses, [shop.id]);
      return left.length === 1 && left[0]!.status === 'delivered';
    });
    await deliverer.stop();
  }
});

/** The types of event that are not among some events. */
function unseenTypes(events: readonly { type: string }[]): string[] {
  return [...eventTypes(), 'webhook.test'].filter((one) => !events.some(({ type }) => type === one));
}
