import { describe, expect, it } from '@jest/globals';
import { SigningKeys } from '#platform/signing-keys/index.js';
import { PASSWORD, type TestApplication, type TestClient } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const FORM = 'application/x-www-form-urlencoded';

const app = await useTestApp();
const shop = await app.make.application();
const other = await app.make.application();
const user = await app.make.user();

describe('OAuth 2.0', () => {
  type Fields = Record<string, string> | [string, string][];

  function post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Answer> {
    const payload = new URLSearchParams(fields).toString();
    return app.send('POST', path, { headers: { 'content-type': FORM, ...headers }, payload });
  }

  const basic = (id: string, secret: string): Record<string, string> => {
    const text = [id, secret].map(encodeURIComponent).join(':');
    return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
  };
  const login = (): Record<string, string> => ({ grant_type: 'password', username: user.username, password: PASSWORD });
  const inForm = ({ id, apikey }: TestApplication): Record<string, string> => ({
    client_id: id,
    client_secret: apikey,
  });
  const isAlive = async (token: string): Promise<boolean> => {
    const headers = { apikey: shop.apikey, authorization: `Bearer ${token}` };
    return (await app.send('GET', 'commerce/cart-items/', { headers })).status === 200;
  };

  it('is found by its metadata', async () => {
    const { status, headers, body } = await app.send('GET', '/.well-known/oauth-authorization-server');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'public, max-age=300',
    });
    const { publicUrl } = app.config;
    expect(body).toMatchObject({
      issuer: publicUrl,
      token_endpoint: `${publicUrl}${app.path('oauth/token/')}`,
      revocation_endpoint: `${publicUrl}${app.path('oauth/revoke/')}`,
      jwks_uri: `${publicUrl}/.well-known/jwks.json`,
      grant_types_supported: ['authorization_code', 'password', 'refresh_token', 'urn:commerce-api:sso-ticket'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['shop', 'profile', 'team', 'earnings'],
      authorization_response_iss_parameter_supported: true,
      ui_locales_supported: ['en', 'de'],
      introspection_endpoint: `${publicUrl}${app.path('oauth/introspect/')}`,
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    });
  });

  it('takes the client by Basic, in the form, or by the header apikey, and answers without an envelope', async () => {
    const ways = [
      await post('oauth/token/', login(), basic(shop.id, shop.apikey)),
      await post('oauth/token/', { ...login(), ...inForm(shop) }),
      await post('oauth/token/', login(), { apikey: shop.apikey }),
      await post('oauth/token/', { ...login(), client_id: shop.id, scope: '' }, { apikey: shop.apikey }),
    ];
    for (const { status, body, headers } of ways) {
      expect([status, Object.keys(body).sort()]).toEqual([
        200,
        ['access_token', 'expires_in', 'refresh_expires_in', 'refresh_token', 'token_type'],
      ]);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    }
  });

  it('refuses a client that is not who it says, with invalid_client and WWW-Authenticate', async () => {
    const wrong = [
      await post('oauth/token/', login()),
      await post('oauth/token/', login(), basic(other.id, shop.apikey)),
      await post('oauth/token/', login(), basic('nobody', shop.apikey)),
      await post('oauth/token/', login(), basic(shop.id, 'none')),
      await post('oauth/token/', login(), { authorization: 'Basic !' }),
      await post('oauth/token/', { ...login(), client_secret: shop.apikey }),
      await post('oauth/token/', { ...login(), client_id: shop.id }),
      await post('oauth/token/', { ...login(), client_id: other.id }, { apikey: shop.apikey }),
      await post('oauth/revoke/', { token: 'x' }),
    ];
    for (const { status, body, headers } of wrong) {
      expect([status, body.error]).toEqual([401, 'invalid_client']);
      expect(headers['www-authenticate']).toMatch(/^Basic realm=/);
    }
  });

  it.each<[string, Fields, Record<string, string>, number, string]>([
    ['two ways at once', { client_id: 'x', client_secret: 'y' }, { apikey: 'z' }, 400, 'invalid_request'],
    [
      'a parameter twice',
      [
        ['grant_type', 'password'],
        ['grant_type', 'password'],
      ],
      {},
      400,
      'invalid_request',
    ],
    ['no parameters', {}, {}, 400, 'invalid_request'],
    ['an unknown grant', { grant_type: 'client_credentials' }, {}, 400, 'unsupported_grant_type'],
    ['a grant without its fields', { grant_type: 'password', username: 'a' }, {}, 400, 'invalid_request'],
    ['a refresh token that is none', { grant_type: 'refresh_token', refresh_token: 'rt_x' }, {}, 400, 'invalid_grant'],
    ['another form', {}, { 'content-type': 'application/json' }, 415, 'invalid_request'],
  ])('refuses %s', async (_, fields, headers, status, error) => {
    const answer =
      headers['content-type'] === undefined
        ? await post('oauth/token/', fields, { apikey: shop.apikey, ...headers })
        : await app.send('POST', 'oauth/token/', { headers: { apikey: shop.apikey, ...headers }, payload: '{"a":1}' });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description']);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });

  it('tells a wrong password as invalid_grant, also under an Idempotency-Key', async () => {
    for (const key of ['one', 'one', undefined]) {
      const headers = { apikey: shop.apikey, ...(key === undefined ? {} : { 'idempotency-key': key }) };
      const { status, body } = await post('oauth/token/', { ...login(), password: 'wrong' }, headers);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
  });

  it('holds the access rules of the application', async () => {
    const resting = await app.make.application({ status: 'maintenance', maintenanceMessage: 'Zurück um “8”' });
    const paused = await post('oauth/token/', { ...login(), ...inForm(resting) });
    expect([paused.status, paused.body.error]).toEqual([400, 'temporarily_unavailable']);
    expect(paused.headers['retry-after']).toBe('300');
    expect(paused.body.error_description).toBe("Under Maintenance: Zuruck um '8'");
    const fenced = await app.make.application({ ipsBlock: ['127.0.0.1'] });
    const { status, body } = await post('oauth/token/', login(), basic(fenced.id, fenced.apikey));
    expect([status, body.error]).toEqual([403, 'unauthorized_client']);
  });

  it('is not for an application that requires encryption, nor for encrypted bodies', async () => {
    const secret = await app.make.application({ requireEncryption: true });
    const plain = await post('oauth/token/', { ...login(), ...inForm(secret) });
    expect([plain.status, plain.body.error]).toEqual([400, 'invalid_request']);
    const headers = { apikey: shop.apikey, 'content-type': 'application/jose' };
    expect((await app.send('POST', 'oauth/token/', { headers, payload: 'a..b.c.d' })).status).toBe(415);
  });

  it('takes the client in these ways nowhere else', async () => {
    const { status } = await post('token/', { ...login(), ...inForm(shop) });
    expect(status).toBe(400);
    expect((await post('token/', login(), basic(shop.id, shop.apikey))).status).toBe(400);
  });

  it('reads the client from nowhere but the header and the form', async () => {
    const query = new URLSearchParams(inForm(shop)).toString();
    const { status, body } = await post(`oauth/token/?${query}`, login());
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  describe('giving a token back', () => {
    const enter = async (): Promise<Record<'access_token' | 'refresh_token', string>> =>
      (await post('oauth/token/', login(), { apikey: shop.apikey })).body;

    it.each(['access_token', 'refresh_token'] as const)('ends the session of an %s', async (kind) => {
      const tokens = await enter();
      const fields = { token: tokens[kind], token_type_hint: 'refresh_token', ...inForm(shop) };
      const once = { 'idempotency-key': `${kind}-1` };
      for (const headers of [undefined, once, once]) {
        const { status, text } = await post('oauth/revoke/', fields, headers);
        expect([status, text]).toEqual([200, '']);
      }
      expect(await isAlive(tokens.access_token)).toBe(false);
      const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, ...inForm(shop) };
      expect((await post('oauth/token/', again)).body.error).toBe('invalid_grant');
    });

    it.each(['access_token', 'refresh_token'] as const)('leaves another application’s %s alone', async (kind) => {
      const tokens = await enter();
      const { status, text } = await post('oauth/revoke/', { token: tokens[kind], ...inForm(other) });
      expect([status, text]).toEqual([200, '']);
      expect(await isAlive(tokens.access_token)).toBe(true);
    });

    it('does nothing for what is no token of ours, such as one with another signature', async () => {
      const member: TestClient = await app.make.member(shop);
      const forged = `${member.token.slice(0, -8)}AAAAAAAA`;
      for (const token of ['x', 'rt_unknown', forged]) {
        const { status, text } = await post('oauth/revoke/', { token, ...inForm(shop) });
        expect([status, text]).toEqual([200, '']);
      }
      // Signed by a key of ours, but not as tokens of this application are.
      const { exp, ...claims } = JSON.parse(Buffer.from(member.token.split('.')[1]!, 'base64url').toString()) as {
        exp: number;
      };
      for (const strange of [{ client_id: other.id, exp }, { aud: 'x', exp }, { sub: '1', exp }, { exp: 1 }, {}]) {
        const token = app.nest.get(SigningKeys).sign({ ...claims, ...strange }, 'at+jwt');
        expect((await post('oauth/revoke/', { token, ...inForm(shop) })).status).toBe(200);
      }
      expect(await isAlive(member.token)).toBe(true);
      expect((await post('oauth/revoke/', inForm(shop))).body.error).toBe('invalid_request');
    });
  });
});
