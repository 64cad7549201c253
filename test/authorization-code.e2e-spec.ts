import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { PASSWORD } from './support/factories.js';
import {
  addressOf,
  answered,
  asked,
  CALLBACK,
  FORM,
  formTokenOf,
  newPkce,
  redeem,
  SignInBrowser,
  tokensByCode,
} from './support/sign-in-browser.js';
import { codeOf, withApp } from './support/second-factor.js';
import { until } from './support/until.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const app = await useTestApp();
const shop = await app.make.application({ name: 'Shop <b>', redirectUris: [CALLBACK] });
const user = await app.make.user();

describe('a log-in by authorization code', () => {
  const browser = (headers?: Record<string, string>): SignInBrowser => new SignInBrowser(app, headers);
  const isAlive = async (token: string, at = shop): Promise<boolean> => {
    const headers = { apikey: at.apikey, authorization: `Bearer ${token}` };
    return (await app.send('GET', 'commerce/cart-items/', { headers })).status === 200;
  };
  const keyless = (path: string, fields: Record<string, string>): Promise<Answer> =>
    app.send('POST', path, { headers: { 'content-type': FORM }, payload: new URLSearchParams(fields).toString() });
  const errorOf = ({ status, body }: Answer): unknown => [status, body.error];

  /** A code with what redeems it. */
  async function newCode(at = shop, more: Record<string, string> = {}, of = user): Promise<Record<string, string>> {
    const { verifier, challenge } = newPkce();
    const answer = await browser().allow(addressOf(asked(at, { code_challenge: challenge, ...more })), of);
    return { code: answered(answer)['code']!, code_verifier: verifier };
  }

  describe('the request', () => {
    it('is answered by a page that nothing may frame, run a script in, or keep', async () => {
      const { status, headers, text } = await browser().get(addressOf(asked(shop)));
      expect([status, headers['content-type'], headers['cache-control'], headers['x-frame-options']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
        'DENY',
      ]);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' https:\/\/shop\.example; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers['set-cookie']).toMatch(/^sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(text).toContain('Shop &#60;b&#62;');
      expect(text).not.toContain('<script');
      expect(text).not.toContain('<b>');
    });

    it.each([
      ['an application that is none', { client_id: 'none' }],
      ['an id in other letters', () => ({ client_id: shop.id.toUpperCase() })],
      ['no address', { redirect_uri: '' }],
      ['another host', { redirect_uri: 'https://evil.example/callback' }],
      ['a longer path', { redirect_uri: `${CALLBACK}/more` }],
      ['a path that leads up', { redirect_uri: 'https://shop.example/other/../callback' }],
      ['a query that is added', { redirect_uri: `${CALLBACK}?x=1` }],
      ['a name before the host', { redirect_uri: 'https://shop.example@evil.example/callback' }],
      ['a host that continues', { redirect_uri: 'https://shop.example.evil.example/callback' }],
      ['another case', { redirect_uri: 'https://SHOP.example/callback' }],
      ['a fragment', { redirect_uri: `${CALLBACK}#x` }],
      ['a line break', { redirect_uri: `${CALLBACK}\r\nset-cookie: a=b` }],
    ])('leads nowhere from %s', async (_, more) => {
      const url = addressOf(asked(shop, typeof more === 'function' ? more() : more));
      for (const answer of [await browser().get(url), await browser().post(url, {})]) {
        expect([answer.status, answer.headers['location']]).toEqual([400, undefined]);
        expect(answer.text).toContain('Sign-in is not possible');
      }
    });

    it.each(['client_id', 'redirect_uri'])('leads nowhere with two of %s', async (name) => {
      const parameters = asked(shop);
      const { status, headers } = await browser().get(
        addressOf([...Object.entries(parameters), [name, parameters[name]!]]),
      );
      expect([status, headers['location']]).toEqual([400, undefined]);
    });

    it.each([
      ['another type', { response_type: 'token' }, 'unsupported_response_type'],
      ['no type', { response_type: '' }, 'invalid_request'],
      ['another mode', { response_mode: 'fragment' }, 'invalid_request'],
      ['no method of PKCE, which means plain', { code_challenge_method: '' }, 'invalid_request'],
      ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['no challenge', { code_challenge: '' }, 'invalid_request'],
      ['a short challenge', { code_challenge: 'abc' }, 'invalid_request'],
      ['no scope', { scope: '' }, 'invalid_scope'],
      ['a scope that is none', { scope: 'shop admin' }, 'invalid_scope'],
      ['a request object', { request: 'x' }, 'request_not_supported'],
      ['the address of one', { request_uri: 'x' }, 'request_uri_not_supported'],
    ])('is refused to the application with %s', async (_, more, error) => {
      const answer = await browser().get(addressOf(asked(shop, more)));
      expect(answer.status).toBe(303);
      expect(String(answer.headers['location'])).toMatch(/^https:\/\/shop\.example\/callback\?/);
      expect(answered(answer)).toMatchObject({ error, state: 'xyz', iss: app.config.publicUrl });
    });

    it('is refused with a parameter that comes twice, and a state that is too long does not come back', async () => {
      const twice = await browser().get(addressOf([...Object.entries(asked(shop)), ['scope', 'team']]));
      expect(answered(twice)['error']).toBe('invalid_request');
      const long = await browser().get(addressOf(asked(shop, { state: 'x'.repeat(2049) })));
      expect([answered(long)['error'], answered(long)['state']]).toEqual(['invalid_request', undefined]);
    });

    it('is refused with a state that cannot be kept', async () => {
      const answer = await browser().get(addressOf(asked(shop, { state: 'a\0b' })));
      expect([answered(answer)['error'], answered(answer)['state']]).toEqual(['invalid_request', undefined]);
    });

    it('ignores what it does not know, and needs no state', async () => {
      const { state: _, ...rest } = asked(shop, { nonce: '1', prompt: 'login' });
      const answer = await browser().allow(addressOf(rest), user);
      expect(Object.keys(answered(answer))).toEqual(['code', 'iss']);
    });

    it('is limited for an address that makes up applications, on the page and for tokens', async () => {
      const known = addressOf(asked(shop));
      expect((await browser().get(known)).status).toBe(200);
      const remoteAddress = '203.0.113.61';
      const payload = (id: string): string =>
        new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: id }).toString();
      const headers = { 'content-type': FORM, 'accept-language': 'de' };
      const page = (id: string, from = remoteAddress): Promise<Answer> =>
        app.send('GET', addressOf(asked(shop, { client_id: id })), { headers, remoteAddress: from });
      const token = (id: string): Promise<Answer> =>
        app.send('POST', 'oauth/token/', { headers, payload: payload(id), remoteAddress });
      const ids = Array.from({ length: 62 }, () => randomUUID());
      // At once, so that all are within one window.
      const [pages, tokens] = await Promise.all([Promise.all(ids.map((id) => page(id))), Promise.all(ids.map(token))]);
      const refused = [...pages, ...tokens].filter(({ status }) => status === 429);
      expect(refused).toHaveLength(2 * ids.length - 60);
      expect(refused.every(({ headers: sent }) => Number(sent['retry-after']) > 0)).toBe(true);
      expect(pages.find(({ status }) => status === 429)?.text).toContain('Zu viele unbekannte Anwendungen');
      expect(tokens.find(({ status }) => status === 429)?.body).toMatchObject({ error: 'temporarily_unavailable' });
      // Told late of the change that made it, an instance forgets the application once more: then others ask first.
      await until(async () => (await browser().get(known)).status === 200 && (await page(shop.id)).status === 200);
      expect((await page(randomUUID(), '203.0.113.62')).status).toBe(400);
    });

    it('is refused while the application is in maintenance, inactive or wants encryption', async () => {
      const cases = [
        [{ status: 'maintenance' }, 'temporarily_unavailable'],
        [{ status: 'inactive' }, 'unauthorized_client'],
        [{ requireEncryption: true }, 'unauthorized_client'],
      ] as const;
      for (const [fields, error] of cases) {
        const at = await app.make.application({ redirectUris: [CALLBACK], ...fields });
        expect(answered(await browser().get(addressOf(asked(at))))['error']).toBe(error);
      }
    });

    it('takes any port of the local machine, and nothing else for it', async () => {
      const at = await app.make.application({ redirectUris: ['http://127.0.0.1/cb', 'http://[::1]:80/cb'] });
      const ofPage = async (uri: string): Promise<number> =>
        (await browser().get(addressOf(asked(at, { redirect_uri: uri })))).status;
      expect(await ofPage('http://127.0.0.1:53421/cb')).toBe(200);
      expect(await ofPage('http://[::1]:53421/cb')).toBe(200);
      for (const uri of [
        'http://127.0.0.1:53421/other',
        'http://localhost:53421/cb',
        'http://127.0.0.1:53421@evil.example/cb',
        'http://127.0.0.1:99999/cb',
        'https://127.0.0.1:53421/cb',
        'http://127.0.0.1.evil.example/cb',
      ])
        expect([uri, await ofPage(uri)]).toEqual([uri, 400]);
    });

    it('may lead into an app, by its own scheme', async () => {
      const uri = 'com.example.shop:/callback';
      const at = await app.make.application({ redirectUris: [uri], clientType: 'mobile' });
      const { headers } = await browser().get(addressOf(asked(at, { redirect_uri: uri })));
      expect(headers['content-security-policy']).toContain("form-action 'self' com.example.shop:;");
      const answer = await browser().allow(addressOf(asked(at, { redirect_uri: uri })), user);
      expect(answer.headers['location']).toMatch(/^com\.example\.shop:\/callback\?code=ac_/);
    });
  });

  describe('the sign-in', () => {
    it('is told of a wrong password, and gets back nothing but the username', async () => {
      const url = addressOf(asked(shop));
      const { status, text } = await browser().submit(url, { username: user.username, password: 'wrong "secret"' });
      expect(status).toBe(400);
      expect(text).toContain('The username or the password is wrong.');
      expect(text).toContain(`value="${user.username}"`);
      expect(text).not.toContain('secret');
    });

    it('takes no name that cannot be one', async () => {
      const { status, text } = await browser().submit(addressOf(asked(shop)), { username: 'a\0b', password: 'x' });
      expect([status, text]).toEqual([400, expect.stringContaining('Enter your username and password.')]);
    });

    it.each([
      ['by the browser', { 'accept-language': 'de-AT, en;q=0.5' }, {}],
      ['by the application', { 'accept-language': 'en' }, { ui_locales: 'fr de' }],
    ])('is in German where that is preferred %s', async (_, headers, more) => {
      const at = browser(headers);
      const url = addressOf(asked(shop, more));
      const page = await at.get(url);
      expect([page.headers['content-language'], page.text]).toEqual([
        'de',
        expect.stringContaining('<html lang="de">'),
      ]);
      const wrong = await at.submit(url, { username: user.username, password: 'wrong' });
      expect(wrong.text).toContain('Der Benutzername oder das Passwort ist falsch.');
      const {
        headers: { location },
      } = await at.signIn(url, await app.make.user());
      expect((await at.get(String(location))).text).toContain('Zugriff erlauben?');
    });

    it('is limited as every log-in is', async () => {
      const { username } = await app.make.user();
      const url = addressOf(asked(shop));
      const statuses = [];
      for (let count = 0; count < 11; count += 1)
        statuses.push((await browser().submit(url, { username, password: 'wrong' })).status);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
      const refused = await browser().signIn(url, { username });
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
      const payload = { username, password: PASSWORD };
      expect(
        (
          await app.send('POST', 'token/', {
            headers: { apikey: (await app.make.application({ clientType: 'web' })).apikey },
            payload,
          })
        ).status,
      ).toBe(429);
    });

    it('is refused to an inactive account', async () => {
      const gone = await app.make.user();
      await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [gone.uid]);
      const { status, text } = await browser().signIn(addressOf(asked(shop)), gone);
      expect([status, text]).toEqual([400, expect.stringContaining('The account is inactive.')]);
    });

    it('is refused to a form of another site, and to one that is not of this browser', async () => {
      const url = addressOf(asked(shop));
      const fields = { username: user.username, password: PASSWORD };
      const own = browser();
      const form_token = formTokenOf(await own.get(url));
      const foreign = await own.post(url, { form_token, ...fields }, { origin: 'https://evil.example' });
      expect([foreign.status, foreign.headers['location']]).toEqual([403, undefined]);
      const site = await own.post(url, { form_token, ...fields }, { 'sec-fetch-site': 'same-site' });
      expect(site.status).toBe(403);
      for (const [at, token] of [
        [own, ''],
        [own, 'wrong'],
        [browser(), form_token],
        [own, formTokenOf(await browser().get(url))],
      ] as const) {
        const answer = await at.post(url, { form_token: token, ...fields });
        expect([answer.status, answer.headers['location']]).toEqual([400, undefined]);
        expect(answer.text).toContain('This page was open for too long');
      }
      expect((await own.post(url, { form_token, ...fields }, { origin: app.config.publicUrl })).status).toBe(303);
    });

    it('can be cancelled', async () => {
      const answer = await browser().submit(addressOf(asked(shop)), { decision: 'deny' });
      expect(answered(answer)).toMatchObject({ error: 'access_denied', state: 'xyz' });
    });

    it('asks for the second factor of who has one, once', async () => {
      const { client, secret } = await withApp(app);
      const url = addressOf(asked(shop));
      const at = browser();
      const first = await at.signIn(url, client.user);
      const next = String(first.headers['location']);
      expect((await at.get(next)).text).toContain('Second factor');
      // No consent before it.
      expect((await at.submit(next, { decision: 'allow' })).status).toBe(400);
      const wrong = await at.submit(next, { code: '000000' });
      expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('The code or passkey is wrong')]);
      const right = await at.submit(next, { code: codeOf(secret, 1) });
      expect(right.status).toBe(303);
      const done = await at.submit(String(right.headers['location']), { decision: 'allow' });
      expect(answered(done)).toMatchObject({ code: expect.any(String), state: 'xyz' });
      const again = browser();
      await again.signIn(url, client.user);
      expect((await again.submit(next, { code: codeOf(secret, 1) })).status).toBe(400);
    });

    it('can be cancelled at the second factor', async () => {
      const { client } = await withApp(app);
      const at = browser();
      const next = String((await at.signIn(addressOf(asked(shop)), client.user)).headers['location']);
      expect(answered(await at.submit(next, { decision: 'deny' }))['error']).toBe('access_denied');
      expect((await at.get(next)).status).toBe(400);
    });
  });

  describe('the consent', () => {
    it('says who wants what, and is asked for once', async () => {
      const someone = await app.make.user();
      const at = browser();
      const { headers } = await at.signIn(addressOf(asked(shop)), someone);
      expect(String(headers['location'])).toMatch(/^\/oauth\/consent\//);
      const page = await at.get(String(headers['location']));
      expect(page.text).toContain(`You are signed in as ${someone.username}.`);
      expect(page.text).toContain('shop.example');
      expect(page.text.match(/<li>/g)).toHaveLength(2);
      const done = await at.submit(String(headers['location']), { decision: 'allow' });
      expect(answered(done)).toEqual({ code: expect.stringMatching(/^ac_/), state: 'xyz', iss: app.config.publicUrl });
      expect(done.headers['set-cookie']).toMatch(/^sign_in=; Max-Age=0/);
      const again = await browser().signIn(addressOf(asked(shop, { scope: 'shop' })), someone);
      expect(answered(again)['code']).toBeDefined();
      const more = await browser().signIn(addressOf(asked(shop, { scope: 'shop team' })), someone);
      expect(String(more.headers['location'])).toMatch(/^\/oauth\/consent\//);
    });

    it('is asked for again where the answer goes to a host that the user was not told of', async () => {
      const thief = 'https://evil.example/callback';
      const at = await app.make.application({ redirectUris: [CALLBACK, thief, `${CALLBACK}/more`] });
      const someone = await app.make.user();
      const leadsTo = async (redirect_uri: string): Promise<string> =>
        String((await browser().signIn(addressOf(asked(at, { redirect_uri })), someone)).headers['location']);
      await browser().allow(addressOf(asked(at)), someone);
      expect(await leadsTo(thief)).toMatch(/^\/oauth\/consent/);
      expect(await leadsTo(`${CALLBACK}/more`)).toMatch(/^https:\/\/shop\.example\/callback\/more\?code=/);
      await browser().allow(addressOf(asked(at, { redirect_uri: thief })), someone);
      for (const uri of [thief, CALLBACK]) expect(await leadsTo(uri)).toMatch(/\?code=/);
    });

    it('loses nothing of two that are given at once', async () => {
      const someone = await app.make.user();
      await browser().allow(addressOf(asked(shop, { scope: 'profile' })), someone);
      const begin = async (scope: string): Promise<() => Promise<Answer>> => {
        const at = browser();
        const next = String((await at.signIn(addressOf(asked(shop, { scope })), someone)).headers['location']);
        const form_token = formTokenOf(await at.get(next));
        return () => at.post(next, { form_token, decision: 'allow' });
      };
      const first = await begin('shop');
      // The second voids the first, unless they begin at once.
      const move = `UPDATE authorizations SET uid = $2 WHERE uid = $1 AND step = 'consent'`;
      await app.database.query(move, [someone.uid, -1]);
      const second = await begin('team');
      await app.database.query(move, [-1, someone.uid]);
      const given = `SELECT scopes FROM consents WHERE uid = $1`;
      const both = await app.db.transaction(async (tx) => {
        await tx.query(`${given} FOR UPDATE`, [someone.uid]);
        const giving = Promise.all([first(), second()]);
        await until(async () => (await app.database.query<unknown[]>(WAITING)).length > 1);
        return { giving };
      });
      expect((await both.giving).map(({ status }) => status)).toEqual([303, 303]);
      expect(await app.database.query(given, [someone.uid])).toEqual([{ scopes: ['shop', 'profile', 'team'] }]);
    });

    it('is asked for each time by an app on a device, which another may pass for', async () => {
      const at = await app.make.application({ redirectUris: ['com.example.shop:/cb', 'http://127.0.0.1/cb'] });
      for (const redirect_uri of ['com.example.shop:/cb', 'com.example.shop:/cb', 'http://127.0.0.1:5000/cb']) {
        const { headers } = await browser().signIn(addressOf(asked(at, { redirect_uri })), user);
        expect(headers['location']).toMatch(/^\/oauth\/consent\//);
        expect(answered(await browser().allow(addressOf(asked(at, { redirect_uri })), user))['code']).toBeDefined();
      }
    });

    it('can be denied', async () => {
      const at = browser();
      const { headers } = await at.signIn(addressOf(asked(shop, { scope: 'team' })), user);
      const denied = await at.submit(String(headers['location']), { decision: 'deny' });
      expect(answered(denied)).toEqual({ error: 'access_denied', state: 'xyz', iss: app.config.publicUrl });
      expect((await at.get(String(headers['location']))).status).toBe(400);
    });

    it('is given by our form in the same browser alone', async () => {
      const someone = await app.make.user();
      const at = browser();
      const next = String((await at.signIn(addressOf(asked(shop)), someone)).headers['location']);
      const form_token = formTokenOf(await at.get(next));
      const allow = { form_token, decision: 'allow' };
      expect((await at.post(next, allow, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await at.post(next, { decision: 'allow' })).status).toBe(400);
      expect((await browser().post(next, allow)).status).toBe(400);
      const victim = browser();
      await victim.signIn(addressOf(asked(shop)), await app.make.user());
      expect((await victim.post(next, allow)).status).toBe(400);
      expect(await app.database.query('SELECT 1 FROM consents WHERE uid = $1', [someone.uid])).toEqual([]);
      expect((await at.post(next, allow)).status).toBe(303);
    });

    it('makes one code, also of two requests at once', async () => {
      const at = browser();
      const next = String((await at.signIn(addressOf(asked(shop)), await app.make.user())).headers['location']);
      const form_token = formTokenOf(await at.get(next));
      const cookie = at.cookie;
      const both = await Promise.all(
        [1, 2, 3].map(() => {
          const one = browser();
          one.cookie = cookie;
          return one.post(next, { form_token, decision: 'allow' });
        }),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
    });

    it.each([
      ['the password changes', `UPDATE users SET password_hash = 'other' WHERE uid = $1`],
      ['the account becomes inactive', `UPDATE users SET status = 'inactive' WHERE uid = $1`],
      ['ten minutes have passed', `UPDATE authorizations SET expires_at = now() WHERE uid = $1`],
    ])('is too late once %s', async (_, sql) => {
      const someone = await app.make.user();
      const at = browser();
      const next = String((await at.signIn(addressOf(asked(shop)), someone)).headers['location']);
      const form_token = formTokenOf(await at.get(next));
      await app.database.query(sql, [someone.uid]);
      const late = await at.post(next, { form_token, decision: 'allow' });
      expect([late.status, late.headers['location']]).toEqual([400, undefined]);
    });

    it('leads to no address that was taken from the application meanwhile', async () => {
      const at = await app.make.application({ redirectUris: [CALLBACK] });
      const root = await app.make.superAdmin();
      const one = browser();
      const next = String((await one.signIn(addressOf(asked(at)), user)).headers['location']);
      const form_token = formTokenOf(await one.get(next));
      await root.patch(`/admin/api/applications/${at.id}/`, { redirect_uris: [] });
      expect((await one.post(next, { form_token, decision: 'allow' })).status).toBe(400);
    });
  });

  describe('the code', () => {
    it('becomes tokens with its scopes, which go on when they are renewed', async () => {
      const { status, body } = await redeem(app, shop, await newCode());
      expect([status, body]).toEqual([200, expect.objectContaining({ token_type: 'Bearer', scope: 'shop profile' })]);
      expect(await isAlive(body.access_token)).toBe(true);
      const renewed = await redeem(app, shop, { grant_type: 'refresh_token', refresh_token: body.refresh_token });
      expect([renewed.status, renewed.body.scope]).toEqual([200, 'shop profile']);
      const [, claims] = (renewed.body.access_token as string).split('.');
      expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
        scope: 'shop profile',
        client_id: shop.id,
        roles: ['member'],
      });
    });

    it('is kept as a hash', async () => {
      const { code } = await newCode();
      const rows = await app.database.query<{ all: string }>(
        `SELECT row_to_json(a)::text AS all FROM authorizations a`,
      );
      expect(rows.some(({ all }) => all.includes(code!) || all.includes(code!.slice(3)))).toBe(false);
    });

    it.each([
      ['another verifier', () => ({ code_verifier: newPkce().verifier })],
      ['another address', () => ({ redirect_uri: 'https://shop.example/other' })],
      [
        'the challenge itself, as plain would have it',
        (sent: Record<string, string>) => ({ code_verifier: sent['challenge']! }),
      ],
    ])('is refused with %s, and stays good for who asked for it', async (_, wrong) => {
      const { verifier, challenge } = newPkce();
      const { code } = answered(await browser().allow(addressOf(asked(shop, { code_challenge: challenge })), user));
      const sent = { code: code!, code_verifier: verifier };
      expect(errorOf(await redeem(app, shop, { ...sent, ...wrong({ challenge }) }))).toEqual([400, 'invalid_grant']);
      expect((await redeem(app, shop, sent)).status).toBe(200);
    });

    it.each(['code', 'redirect_uri', 'code_verifier'])('is refused without %s', async (name) => {
      const sent = { ...(await newCode()), [name]: '' };
      expect(errorOf(await redeem(app, shop, sent))).toEqual([400, 'invalid_request']);
    });

    it('is refused to another application, and stays good', async () => {
      const other = await app.make.application({ redirectUris: [CALLBACK] });
      const sent = await newCode();
      expect(errorOf(await redeem(app, other, sent))).toEqual([400, 'invalid_grant']);
      expect(errorOf(await redeem(app, other, { ...sent, client_id: shop.id }))).toEqual([401, 'invalid_client']);
      expect((await redeem(app, shop, sent)).status).toBe(200);
    });

    it('is injected in vain into a log-in of somebody else, whose verifier is another', async () => {
      const stolen = await newCode();
      const { code_verifier } = await newCode(shop, {}, await app.make.user());
      const { code } = stolen;
      expect(errorOf(await redeem(app, shop, { code: code!, code_verifier: code_verifier! }))).toEqual([
        400,
        'invalid_grant',
      ]);
    });

    it('is good once: who sends it again ends the session', async () => {
      const sent = await newCode();
      const { body } = await redeem(app, shop, sent);
      expect(errorOf(await redeem(app, shop, sent))).toEqual([400, 'invalid_grant']);
      expect(await isAlive(body.access_token)).toBe(false);
      const renewed = await redeem(app, shop, { grant_type: 'refresh_token', refresh_token: body.refresh_token });
      expect(errorOf(renewed)).toEqual([400, 'invalid_grant']);
      const [{ end_reason }] = (await app.database.query<{ end_reason: string }>(
        'SELECT end_reason FROM sessions WHERE uid = $1 ORDER BY created_at DESC LIMIT 1',
        [user.uid],
      )) as [{ end_reason: string }];
      expect(end_reason).toBe('code_reused');
    });

    it('is good once, also in a race, which ends the session too', async () => {
      const sent = await newCode();
      const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(app, shop, sent)));
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(await isAlive(won[0]!.body.access_token)).toBe(false);
    });

    it.each([
      ['a minute has passed', `UPDATE authorizations SET expires_at = now() WHERE uid = $1`],
      ['the password changed', `UPDATE users SET password_hash = 'other' WHERE uid = $1`],
      ['the account became inactive', `UPDATE users SET status = 'inactive' WHERE uid = $1`],
    ])('is refused once %s', async (_, sql) => {
      const someone = await app.make.user();
      const sent = await newCode(shop, {}, someone);
      await app.database.query(sql, [someone.uid]);
      expect(errorOf(await redeem(app, shop, sent))).toEqual([400, 'invalid_grant']);
    });

    it('lives for a minute', async () => {
      const someone = await app.make.user();
      await newCode(shop, {}, someone);
      const rows = await app.database.query<{ seconds: number }>(
        `SELECT extract(epoch FROM expires_at - now())::float8 AS seconds FROM authorizations WHERE uid = $1`,
        [someone.uid],
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]!.seconds).toBeLessThanOrEqual(60);
    });
  });

  describe('an application that can keep no key', () => {
    it.each(['web', 'mobile'] as const)('of type %s redeems, renews and revokes by its id', async (clientType) => {
      const at = await app.make.application({ redirectUris: [CALLBACK], clientType });
      const sent = {
        ...(await newCode(at)),
        redirect_uri: CALLBACK,
        client_id: at.id,
        grant_type: 'authorization_code',
      };
      const first = await keyless('oauth/token/', sent);
      expect([first.status, first.body.scope]).toEqual([200, 'shop profile']);
      const { refresh_token } = first.body;
      const second = await keyless('oauth/token/', { grant_type: 'refresh_token', refresh_token, client_id: at.id });
      expect(second.status).toBe(200);
      const revoked = await keyless('oauth/revoke/', { token: second.body.refresh_token, client_id: at.id });
      expect(revoked.status).toBe(200);
      expect(await isAlive(second.body.access_token, at)).toBe(false);
    });

    it('needs its key for all else, and a server always', async () => {
      const at = await app.make.application({ redirectUris: [CALLBACK], clientType: 'web' });
      const password = { grant_type: 'password', username: user.username, password: PASSWORD, client_id: at.id };
      expect(errorOf(await keyless('oauth/token/', password))).toEqual([401, 'invalid_client']);
      expect(errorOf(await keyless('oauth/introspect/', { token: 'x', client_id: at.id }))).toEqual([
        401,
        'invalid_client',
      ]);
      const sent = {
        ...(await newCode()),
        redirect_uri: CALLBACK,
        client_id: shop.id,
        grant_type: 'authorization_code',
      };
      expect(errorOf(await keyless('oauth/token/', sent))).toEqual([401, 'invalid_client']);
      expect(errorOf(await keyless('oauth/revoke/', { token: 'x', client_id: shop.id }))).toEqual([
        401,
        'invalid_client',
      ]);
    });
  });

  it('leaves tokens of a password without scopes', async () => {
    const sent = { grant_type: 'password', username: user.username, password: PASSWORD };
    const { body } = await redeem(app, shop, sent);
    expect(body).not.toHaveProperty('scope');
    expect((await tokensByCode(app, shop, user)).scope).toBe('shop profile');
  });
});
