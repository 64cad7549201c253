import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { PASSWORD, type TestApplication } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

const PUBLIC_URL = 'https://shop.example';
const TICKET_GRANT = 'urn:commerce-api:sso-ticket';

function atSocket(url: string | URL | Request, address: string): string {
  return (url instanceof Request ? url.url : url.toString()).replace(PUBLIC_URL, address);
}

/** What a library of OAuth 2.0 does by itself, with nothing but the service's address. */
describe('a client library of OAuth 2.0', () => {
  let app: TestApp;
  let shop: TestApplication;
  let server: oauth.AuthorizationServer;
  /** Stands for the proxy that the service is reached through. */
  let options: { [oauth.customFetch]: typeof fetch };

  beforeAll(async () => {
    app = await startTestApp({ config: { publicUrl: PUBLIC_URL } });
    shop = await app.make.application();
    const address = await app.listen();
    options = {
      [oauth.customFetch]: (url: string | URL | Request, init) => fetch(atSocket(url, address), init),
    };
    const issuer = new URL(PUBLIC_URL);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options });
    server = await oauth.processDiscoveryResponse(issuer, found);
  });
  afterAll(() => app.stop());

  const client = ({ id }: TestApplication = shop): oauth.Client => ({ client_id: id });
  const bySecret = ({ apikey }: TestApplication = shop): oauth.ClientAuth => oauth.ClientSecretBasic(apikey);

  async function grant(
    type: string,
    fields: Record<string, string>,
    auth = bySecret(),
    at = shop,
  ): Promise<oauth.TokenEndpointResponse> {
    const answer = await oauth.genericTokenEndpointRequest(server, client(at), auth, type, fields, options);
    return oauth.processGenericTokenEndpointResponse(server, client(at), answer);
  }

  async function logIn(auth = bySecret(), at = shop): Promise<oauth.TokenEndpointResponse> {
    const { username } = await app.make.user();
    return grant('password', { username, password: PASSWORD }, auth, at);
  }

  async function isAlive(access: string, { apikey } = shop): Promise<boolean> {
    const headers = { apikey, authorization: `Bearer ${access}` };
    return (await app.send('GET', 'commerce/cart-items/', { headers })).status === 200;
  }

  it.each([
    ['client_secret_basic', () => oauth.ClientSecretBasic(shop.apikey)],
    ['client_secret_post', () => oauth.ClientSecretPost(shop.apikey)],
  ])('logs in by %s and renews', async (_, auth) => {
    const first = await logIn(auth());
    expect(first).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    expect(await isAlive(first.access_token)).toBe(true);
    const answer = await oauth.refreshTokenGrantRequest(server, client(), auth(), first.refresh_token!, options);
    const second = await oauth.processRefreshTokenResponse(server, client(), answer);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await isAlive(second.access_token)).toBe(true);
  });

  it('verifies the access token by the keys that the metadata names', async () => {
    const { access_token } = await logIn();
    const headers = { authorization: `Bearer ${access_token}` };
    const request = new Request(`${PUBLIC_URL}/resource`, { headers });
    const claims = await oauth.validateJwtAccessToken(server, request, PUBLIC_URL, options);
    expect(claims.client_id).toBe(shop.id);
  });

  it('enters another application by a ticket', async () => {
    const target = await app.make.application({ ssoLoginUrl: 'https://target.example/enter' });
    const { headers } = await app.make.member(shop);
    const asked = await app.send('POST', 'sso/ticket/', { headers, payload: { application_id: target.id } });
    const { ticket } = asked.body.data as { ticket: string };
    const { access_token } = await grant(TICKET_GRANT, { ticket }, bySecret(target), target);
    expect(await isAlive(access_token, target)).toBe(true);
  });

  it.each(['access_token', 'refresh_token'] as const)('gives its %s back', async (kind) => {
    const tokens = await logIn();
    const answer = await oauth.revocationRequest(server, client(), bySecret(), tokens[kind]!, options);
    await oauth.processRevocationResponse(answer);
    expect(await isAlive(tokens.access_token)).toBe(false);
  });

  it.each([
    ['client_secret_basic', oauth.ClientSecretBasic('wrong')],
    ['client_secret_post', oauth.ClientSecretPost('wrong')],
  ])('is told of a wrong secret by %s', async (_, auth) => {
    const error = await logIn(auth).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
    const { response, cause } = error as oauth.WWWAuthenticateChallengeError;
    expect([response.status, cause[0]?.scheme]).toEqual([401, 'basic']);
    expect(await response.json()).toMatchObject({ error: 'invalid_client' });
  });

  it.each([
    ['a wrong password', 'password', { username: 'nobody', password: 'wrong' }, 'invalid_grant'],
    ['a refresh token that is none', 'refresh_token', { refresh_token: 'rt_none' }, 'invalid_grant'],
    ['a ticket that is none', TICKET_GRANT, { ticket: 'st_none' }, 'invalid_grant'],
    ['a grant that is none', 'client_credentials', {}, 'unsupported_grant_type'],
    ['a field that is missing', 'password', { username: 'nobody' }, 'invalid_request'],
  ])('is told of %s', async (_, type, fields, code) => {
    const error = await grant(type, fields as Record<string, string>).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(oauth.ResponseBodyError);
    expect([(error as oauth.ResponseBodyError).status, (error as oauth.ResponseBodyError).error]).toEqual([400, code]);
  });
});
