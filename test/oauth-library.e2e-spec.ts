import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { PASSWORD, type TestApplication } from './support/factories.js';
import { CALLBACK, SignInBrowser } from './support/sign-in-browser.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

const PUBLIC_URL = 'https://shop.example';
const IN_APP = 'com.example.app:/callback';
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
    options = { [oauth.customFetch]: (url: string | URL | Request, init) => fetch(atSocket(url, address), init) };
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

  describe('that logs users in by authorization code', () => {
    let phone: TestApplication;
    let discovered: openid.Configuration;

    beforeAll(async () => {
      shop = await app.make.application({ redirectUris: [CALLBACK] });
      phone = await app.make.application({ redirectUris: [IN_APP], clientType: 'mobile' });
      const custom = {
        [openid.customFetch]: options[oauth.customFetch] as openid.CustomFetch,
        algorithm: 'oauth2' as const,
      };
      discovered = await openid.discovery(new URL(PUBLIC_URL), shop.id, shop.apikey, undefined, custom);
    });

    /** What a browser comes back with, after its user has signed in and allowed all. */
    async function cameBack(url: URL): Promise<URL> {
      expect(url.href.startsWith(`${PUBLIC_URL}/oauth/authorize?`)).toBe(true);
      const browser = new SignInBrowser(app);
      const answer = await browser.allow(`${url.pathname}${url.search}`, await app.make.user());
      expect(browser.cookie).toBe('__Host-sign_in=');
      return new URL(String(answer.headers['location']));
    }

    it('is openid-client at a server', async () => {
      const verifier = openid.randomPKCECodeVerifier();
      const url = openid.buildAuthorizationUrl(discovered, {
        redirect_uri: CALLBACK,
        scope: 'shop team',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const back = await cameBack(url);
      const tokens = await openid.authorizationCodeGrant(discovered, back, { pkceCodeVerifier: verifier });
      expect([tokens.scope, await isAlive(tokens.access_token)]).toEqual(['shop team', true]);
      const renewed = await openid.refreshTokenGrant(discovered, tokens.refresh_token!);
      const told = await openid.tokenIntrospection(discovered, renewed.access_token);
      expect(told).toMatchObject({ active: true, scope: 'shop team', client_id: shop.id });
      await openid.tokenRevocation(discovered, renewed.refresh_token!);
      expect((await openid.tokenIntrospection(discovered, renewed.access_token)).active).toBe(false);
    });

    it('is oauth4webapi in an app, without a key', async () => {
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const url = new URL(server.authorization_endpoint!);
      const challenge = await oauth.calculatePKCECodeChallenge(verifier);
      const parameters = { client_id: phone.id, redirect_uri: IN_APP, response_type: 'code', scope: 'shop', state };
      url.search = String(
        new URLSearchParams({ ...parameters, code_challenge: challenge, code_challenge_method: 'S256' }),
      );
      const back = await cameBack(url);
      const valid = oauth.validateAuthResponse(server, client(phone), back, state);
      const none = oauth.None();
      const answer = await oauth.authorizationCodeGrantRequest(
        server,
        client(phone),
        none,
        valid,
        IN_APP,
        verifier,
        options,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client(phone), answer);
      expect(await isAlive(tokens.access_token, phone)).toBe(true);
      const again = await oauth.refreshTokenGrantRequest(server, client(phone), none, tokens.refresh_token!, options);
      const renewed = await oauth.processRefreshTokenResponse(server, client(phone), again);
      const claims = await oauth.validateJwtAccessToken(
        server,
        new Request(`${PUBLIC_URL}/resource`, { headers: { authorization: `Bearer ${renewed.access_token}` } }),
        PUBLIC_URL,
        options,
      );
      expect(claims.scope).toBe('shop');
    });

    it('sees that an answer is of another server or log-in, and what the service refuses', async () => {
      const verifier = oauth.generateRandomCodeVerifier();
      const challenge = await oauth.calculatePKCECodeChallenge(verifier);
      const asked = (scope: string): URL =>
        openid.buildAuthorizationUrl(discovered, {
          redirect_uri: CALLBACK,
          scope,
          state: 'mine',
          code_challenge: challenge,
          code_challenge_method: 'S256',
        });
      const back = await cameBack(asked('shop'));
      const foreign = new URL(back);
      foreign.searchParams.set('iss', 'https://evil.example');
      expect(() => oauth.validateAuthResponse(server, client(), foreign, 'mine')).toThrow('iss');
      foreign.searchParams.delete('iss');
      expect(() => oauth.validateAuthResponse(server, client(), foreign, 'mine')).toThrow('iss');
      expect(() => oauth.validateAuthResponse(server, client(), back, 'other')).toThrow('state');
      const { headers } = await new SignInBrowser(app).get(asked('none').href.slice(PUBLIC_URL.length));
      const refused = new URL(String(headers['location']));
      expect(() => oauth.validateAuthResponse(server, client(), refused, 'mine')).toThrow(
        expect.objectContaining({ error: 'invalid_scope' }),
      );
      const grant = { expectedState: 'mine', pkceCodeVerifier: oauth.generateRandomCodeVerifier() };
      await expect(openid.authorizationCodeGrant(discovered, back, grant)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    });

    /** What AppAuth for iOS and Android sends by default: a nonce too, and the id in the form, without a header. */
    it('goes through the steps of AppAuth', async () => {
      const verifier = oauth.generateRandomCodeVerifier();
      const parameters = {
        redirect_uri: IN_APP,
        client_id: phone.id,
        response_type: 'code',
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        scope: 'shop profile',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      const url = new URL(server.authorization_endpoint!);
      url.search = String(new URLSearchParams(parameters));
      const back = await cameBack(url);
      expect([back.protocol, back.searchParams.get('state')]).toEqual(['com.example.app:', parameters.state]);
      const send = async (fields: Record<string, string>): Promise<{ access_token: string; refresh_token: string }> => {
        const body = new URLSearchParams({ client_id: phone.id, ...fields });
        const answer = await options[oauth.customFetch](server.token_endpoint!, { method: 'POST', body });
        expect(answer.status).toBe(200);
        return (await answer.json()) as { access_token: string; refresh_token: string };
      };
      const code = back.searchParams.get('code')!;
      const grant = { grant_type: 'authorization_code', redirect_uri: IN_APP, code, code_verifier: verifier };
      const { refresh_token } = await send(grant);
      const { access_token } = await send({ grant_type: 'refresh_token', refresh_token, scope: 'shop profile' });
      expect(await isAlive(access_token, phone)).toBe(true);
    });
  });
});
