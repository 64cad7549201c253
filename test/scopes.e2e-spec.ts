import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { parseScopes, SCOPES, type NeededScope } from '#common/access/index.js';
import { Contract } from './support/contract.js';
import { PASSWORD } from './support/factories.js';
import { addressOf, asked, CALLBACK, FORM, SignInBrowser, tokensByCode } from './support/sign-in-browser.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

/** What each scope opens; whatever is not here opens to no token with scopes. */
const OPENS: Readonly<Record<NeededScope, readonly string[]>> = {
  shop: [
    'addCartItem addToWishlist createOrder getBundle getCartItems getFacets getOrder getWishlistItems',
    'listApiBundles listBundles listOrders removeCartItem removeFromWishlist updateCart',
  ],
  profile: ['addAddress changeAddress changeProfile deleteAddress getProfile listAddresses'],
  team: ['getNetworkMember getNetworkTree getReferral listDownline listHoldingTank listUpline placeMember'],
  earnings: ['explainStatement getBalance getCartCommission getProgress getStatement listEarnings listStatements'],
  any: ['logOut'],
};

const app = await useTestApp();
const contract = new Contract((await app.send('GET', '/openapi.json')).body as OpenAPIObject);
const shop = await app.make.application({ redirectUris: [CALLBACK], clientType: 'web' });
const user = await app.make.user({ roles: ['member', 'api_admin', 'super_admin'] });

describe('the scopes of a token', () => {
  const bearer = (token: string): Record<string, string> => ({ apikey: shop.apikey, authorization: `Bearer ${token}` });
  const introspect = (token: string, by = shop): Promise<Answer> => {
    const payload = new URLSearchParams({ token, client_id: by.id, client_secret: by.apikey }).toString();
    return app.send('POST', 'oauth/introspect/', { headers: { 'content-type': FORM }, payload });
  };

  it('are names of those that there are', () => {
    expect(parseScopes(' team  shop shop')).toEqual(['shop', 'team']);
    for (const text of ['', ' ', 'any', 'shop admin', 'Shop', 'shop,team']) expect(parseScopes(text)).toBeUndefined();
  });

  it('are named by the operations in the document', () => {
    const documented = contract.operations.flatMap(({ operation }) => {
      const scope = (operation as { 'x-scope'?: string })['x-scope'];
      return scope === undefined ? [] : [`${operation.operationId} ${scope}`];
    });
    const due = Object.entries(OPENS).flatMap(([scope, names]) =>
      names.flatMap((line) => line.split(' ')).map((name) => `${name} ${scope}`),
    );
    expect(documented.sort()).toEqual(due.sort());
  });

  it.each(SCOPES)('open with %s its operations, and refuse all others', async (scope) => {
    const { access_token } = await tokensByCode(app, shop, user, scope);
    const wrong: string[] = [];
    for (const { method, path, operation } of contract.operations) {
      const needsUser = operation.security?.some((one) => 'bearer' in one);
      // It would end the session.
      if (!needsUser || operation.operationId === 'logOut') continue;
      const url = path.replace(/\{\w+\}/g, '1');
      const answer = await app.send(method.toUpperCase() as 'GET', url, { headers: bearer(access_token) });
      const isOpen = OPENS[scope].some((line) => line.split(' ').includes(operation.operationId!));
      const isRefused = answer.status === 403 && answer.body.code === 'scope_missing';
      // The admin module takes no token of an application at all.
      const isRight = isOpen ? ![401, 403].includes(answer.status) : isRefused || path.startsWith('/admin/');
      if (!isRight || (path.startsWith('/admin/') && answer.status !== 401))
        wrong.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('are told to whoever lacks one', async () => {
    const { access_token } = await tokensByCode(app, shop, user, 'team');
    const { headers } = await app.send('GET', 'commerce/cart-items/', { headers: bearer(access_token) });
    expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="shop"');
    expect((await app.send('POST', 'logout/', { headers: bearer(access_token) })).status).toBe(200);
  });

  it('make an API admin a member, who acts for nobody else', async () => {
    const { access_token } = await tokensByCode(app, shop, user, 'shop');
    const other = await app.make.user();
    const answer = await app.send('GET', `commerce/cart-items/?uid=${other.uid}`, { headers: bearer(access_token) });
    expect([answer.status, answer.body.code]).toEqual([403, 'acting_not_allowed']);
  });

  it('do not become more by single sign-on', async () => {
    const { id } = await app.make.application({ ssoLoginUrl: 'https://target.example/enter' });
    const { access_token } = await tokensByCode(app, shop, user, SCOPES.join(' '));
    const payload = { application_id: id };
    expect((await app.send('POST', 'sso/ticket/', { headers: bearer(access_token), payload })).status).toBe(403);
  });

  describe('introspection', () => {
    it('tells an application of its own tokens', async () => {
      const tokens = await tokensByCode(app, shop, user, 'shop team');
      const told = { active: true, scope: 'shop team', client_id: shop.id, username: user.username };
      const access = await introspect(tokens.access_token);
      expect([access.status, access.body]).toEqual([
        200,
        expect.objectContaining({ ...told, token_type: 'access_token', sub: String(user.uid) }),
      ]);
      expect(access.body.exp * 1000).toBeGreaterThan(Date.now());
      expect((await introspect(tokens.refresh_token)).body).toMatchObject({ ...told, token_type: 'refresh_token' });
    });

    it('names no scope of tokens without', async () => {
      const { token } = await app.make.client(['member'], shop);
      const { body } = await introspect(token);
      expect(body).toMatchObject({ active: true });
      expect(body).not.toHaveProperty('scope');
    });

    it('tells nothing of those that are none, of others, used or ended', async () => {
      const tokens = await tokensByCode(app, shop, user, 'shop');
      const other = await app.make.application();
      const none = { active: false };
      expect((await introspect('none')).body).toEqual(none);
      expect((await introspect(shop.apikey)).body).toEqual(none);
      for (const token of [tokens.access_token, tokens.refresh_token])
        expect((await introspect(token, other)).body).toEqual(none);
      await app.send('POST', 'logout/', { headers: bearer(tokens.access_token) });
      for (const token of [tokens.access_token, tokens.refresh_token])
        expect((await introspect(token)).body).toEqual(none);
      const gone = await app.make.user();
      const late = await tokensByCode(app, shop, gone, 'shop');
      await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [gone.uid]);
      for (const token of [late.access_token, late.refresh_token]) expect((await introspect(token)).body).toEqual(none);
    });
  });

  describe('a consent', () => {
    const list = async (headers: Record<string, string>): Promise<Answer> =>
      app.send('GET', 'account/consents/', { headers });

    it('is listed, and withdrawn with the tokens and codes that it has begun, but no others', async () => {
      const someone = await app.make.user();
      const { headers, token } = await app.make.client(['member'], shop, someone);
      const tokens = await tokensByCode(app, shop, someone, 'shop');
      await tokensByCode(app, shop, someone, 'team');
      const { body } = await list(headers);
      expect(body.data).toEqual([
        {
          application_id: shop.id,
          name: 'Test shop',
          scopes: ['shop', 'team'],
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ]);
      await new SignInBrowser(app).signIn(addressOf(asked(shop, { scope: 'shop' })), someone);
      const path = `account/consents/${shop.id}/`;
      expect((await app.send('DELETE', path, { headers })).status).toBe(200);
      expect((await introspect(tokens.access_token)).body.active).toBe(false);
      expect((await introspect(tokens.refresh_token)).body.active).toBe(false);
      expect((await introspect(token)).body.active).toBe(true);
      const left = 'SELECT 1 FROM authorizations WHERE uid = $1 AND step <> $2';
      expect(await app.database.query(left, [someone.uid, 'used'])).toEqual([]);
      expect((await list(headers)).body.data).toEqual([]);
      expect((await app.send('DELETE', path, { headers })).status).toBe(404);
      const again = await new SignInBrowser(app).signIn(addressOf(asked(shop, { scope: 'shop' })), someone);
      expect(again.headers['location']).toMatch(/^\/oauth\/consent/);
    });

    it('is nobody else’s, and for no token with scopes', async () => {
      const [one, other] = [await app.make.user(), await app.make.client(['member'], shop)];
      const tokens = await tokensByCode(app, shop, one, SCOPES.join(' '));
      const path = `account/consents/${shop.id}/`;
      expect((await app.send('DELETE', path, { headers: other.headers })).status).toBe(404);
      expect((await app.send('DELETE', path, { headers: bearer(tokens.access_token) })).status).toBe(403);
      expect((await list(bearer(tokens.access_token))).status).toBe(403);
      const admin = await app.make.apiAdmin(shop);
      expect((await admin.get(`account/consents/?uid=${one.uid}`)).status).toBe(403);
      expect((await introspect(tokens.access_token)).body.active).toBe(true);
    });

    it('is seen and withdrawn in the admin module, which is audited', async () => {
      const someone = await app.make.user();
      const tokens = await tokensByCode(app, shop, someone, 'shop');
      const [root, support] = [await app.make.superAdmin(), await app.make.admin(['support'])];
      const path = `/admin/api/users/${someone.uid}/consents/`;
      expect((await support.get(path)).body.data).toMatchObject([{ application_id: shop.id, scopes: ['shop'] }]);
      expect((await support.delete(`${path}${shop.id}/`)).status).toBe(403);
      expect((await root.delete(`${path}${shop.id}/`)).status).toBe(200);
      expect((await introspect(tokens.access_token)).body.active).toBe(false);
      const audit = await root.get(`/admin/api/audit/?action=consent.withdraw&entity_id=${someone.uid}`);
      expect(audit.body.data.results).toMatchObject([{ action: 'consent.withdraw', actor_uid: root.user.uid }]);
      expect((await root.get('/admin/api/users/999999/consents/')).status).toBe(404);
    });

    it('is exported, and gone when the user is erased', async () => {
      const someone = await app.make.user();
      await tokensByCode(app, shop, someone, 'shop');
      const { headers } = await app.make.client(['member'], shop, someone);
      const exported = await app.send('GET', 'account/export/', { headers });
      expect(exported.body.data.consents).toMatchObject([{ application_id: shop.id }]);
      const payload = { current_password: PASSWORD };
      expect((await app.send('POST', 'account/erasure/', { headers, payload })).status).toBe(200);
      for (const table of ['consents', 'authorizations'])
        expect(await app.database.query(`SELECT 1 FROM ${table} WHERE uid = $1`, [someone.uid])).toEqual([]);
    });
  });
});
