import { createHash, createHmac, createPublicKey, createSign, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { Housekeeping } from '#common/jobs/index.js';
import { KeyAdministration } from '#platform/client-apps/index.js';
import { Passwords } from '#people/users/index.js';
import { SigningKeys } from '#platform/signing-keys/index.js';
import { PASSWORD } from './support/factories.js';
import { dropFirstPartition } from './support/partitions.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const FORM = 'application/x-www-form-urlencoded';

const app = await useTestApp();
const shop = await app.make.application();
const other = await app.make.application({ name: 'Another shop' });
const maria = await app.make.user({ username: 'maria' });

describe('tokens', () => {
  function token(
    payload: object | string,
    apikey = shop.apikey,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return app.send('POST', 'token/', { headers: { apikey, ...headers }, payload });
  }

  async function logIn(apikey = shop.apikey): Promise<{ access_token: string; refresh_token: string }> {
    return (await token({ username: 'maria', password: PASSWORD }, apikey)).body.data;
  }

  /** What a protected endpoint says to an access token. */
  function use(accessToken: string, apikey = shop.apikey): Promise<Answer> {
    return app.send('GET', 'commerce/cart-items/', { headers: { apikey, authorization: `Bearer ${accessToken}` } });
  }

  describe('logging in', () => {
    it('[5.3 token endpoint: login gives an access and a refresh token] by username and password', async () => {
      const answer = await token({ username: 'maria', password: PASSWORD });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          status_code: 200,
          errors: {},
          data: { token_type: 'Bearer', expires_in: 900, refresh_expires_in: 2_592_000, uid: maria.uid },
        },
      });
      expect(answer.body.data.refresh_token).toMatch(/^rt_/);
      expect((await use(answer.body.data.access_token)).status).toBe(200);
    });

    it('takes the e-mail address, and any case of letters', async () => {
      expect((await token({ username: 'MARIA@example.com', password: PASSWORD })).status).toBe(200);
    });

    it.each([
      ['urlencoded', `username=maria&password=${encodeURIComponent(PASSWORD)}`, FORM],
      [
        'multipart',
        `--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nmaria\r\n--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${PASSWORD}\r\n--x--\r\n`,
        'multipart/form-data; boundary=x',
      ],
    ])('takes a %s form in the envelope', async (_, payload, type) => {
      expect(await token(payload, shop.apikey, { 'content-type': type })).toMatchObject({
        status: 200,
        body: { data: { uid: maria.uid } },
      });
    });

    it('cannot tell a wrong user from a wrong password', async () => {
      const wrongUser = await token({ username: 'nobody', password: 'wrong password' });
      const wrongPassword = await token({ username: 'maria', password: 'wrong password' });
      expect(wrongUser.status).toBe(401);
      expect({ ...wrongUser.body, request_id: '' }).toEqual({ ...wrongPassword.body, request_id: '' });
      expect(wrongUser.body.type).toBe('Authentication Failed');
    });

    it('names every missing field', async () => {
      const answer = await token({});
      expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
      expect(Object.keys(answer.body.errors).sort()).toEqual(['password', 'username']);
    });

    it('refuses an inactive account, but only to whoever knows the password', async () => {
      const gone = await app.make.user({ username: 'gone' });
      await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [gone.uid]);
      expect((await token({ username: 'gone', password: PASSWORD })).body.type).toBe('Inactive Account');
      expect((await token({ username: 'gone', password: 'wrong password' })).body.type).toBe('Authentication Failed');
    });

    it('begins no session when the password or the account changed while the old password was checked', async () => {
      const changes = [
        `UPDATE users SET password_hash = 'other' WHERE uid = $1`,
        `UPDATE users SET status = 'inactive' WHERE uid = $1`,
      ];
      for (const change of changes) {
        const user = await app.make.user();
        const passwords = app.nest.get(Passwords, { strict: false });
        const matches = jest.spyOn(passwords, 'matches').mockImplementationOnce(async () => {
          await app.database.query(change, [user.uid]);
          return true;
        });
        const answer = await token({ username: user.username, password: PASSWORD });
        matches.mockRestore();
        expect(answer).toMatchObject({ status: 401, body: { type: 'Authentication Failed' } });
        expect(await app.database.query('SELECT 1 FROM sessions WHERE uid = $1', [user.uid])).toEqual([]);
      }
    });

    it('marks tokens as not to be stored', async () => {
      expect((await token({ username: 'maria', password: PASSWORD })).headers['cache-control']).toBe('no-store');
    });
  });

  describe('login limits', () => {
    const at = (ip: string, username: string, password: string): Promise<Answer> =>
      app.send('POST', 'token/', {
        headers: { apikey: shop.apikey },
        payload: { username, password },
        remoteAddress: ip,
      });

    it('answers 429 with Retry-After after 10 failures of one account from one address, and lets the owner in from elsewhere', async () => {
      await app.make.user({ username: 'victim' });
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => at('203.0.113.7', 'victim', 'wrong password')),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      const refused = await at('203.0.113.7', 'victim', PASSWORD);
      expect(refused).toMatchObject({ status: 429, body: { type: 'Too Many Requests' } });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await at('203.0.113.8', 'victim', PASSWORD)).status).toBe(200);
      expect((await at('203.0.113.7', 'maria', PASSWORD)).status).toBe(200);
    });

    it('tries 10 passwords of 50 that come at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => at('203.0.113.101', 'maria', 'wrong password')),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
    });

    it('counts failures alone: many right passwords at once all pass', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => at('203.0.113.9', 'maria', PASSWORD)));
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    });

    it('is not kept under an Idempotency-Key, in OAuth neither', async () => {
      const user = await app.make.user();
      const key = `login-account:203.0.113.13 uid ${user.uid}`;
      const oauth = (): Promise<Answer> =>
        app.send('POST', 'token/', {
          headers: { apikey: shop.apikey, 'content-type': FORM, 'idempotency-key': 'limited' },
          payload: new URLSearchParams({
            grant_type: 'password',
            username: user.username,
            password: PASSWORD,
          }).toString(),
          remoteAddress: '203.0.113.13',
        });
      const until = Date.now() + 60_000;
      await app.database.query('INSERT INTO rate_limits (key, points, expire) VALUES ($1, 10, $2)', [key, until]);
      expect((await oauth()).status).toBe(429);
      await app.database.query('DELETE FROM rate_limits WHERE key = $1', [key]);
      expect((await oauth()).status).toBe(200);
    });

    it('counts an account once, whether it is named by its username or its e-mail address', async () => {
      const user = await app.make.user({ username: 'two-names' });
      for (let i = 0; i < 5; i += 1) {
        expect((await at('203.0.113.12', user.username, 'wrong password')).status).toBe(401);
        expect((await at('203.0.113.12', user.email.toUpperCase(), 'wrong password')).status).toBe(401);
      }
      expect((await at('203.0.113.12', user.email, PASSWORD)).status).toBe(429);
    });

    it('counts failures of unknown names, without keeping what may be a password in the wrong field', async () => {
      const mistaken = 'Pa55word-typed-as-name';
      for (let i = 0; i < 5; i += 1) {
        expect((await at('203.0.113.14', mistaken, 'maria')).status).toBe(401);
        expect((await at('203.0.113.14', mistaken.toUpperCase(), 'maria')).status).toBe(401);
      }
      expect((await at('203.0.113.14', mistaken, 'maria')).status).toBe(429);
      const rows = await app.database.query<{ key: string }>('SELECT key FROM rate_limits');
      const keys = rows.map(({ key }) => key.toLowerCase());
      expect(keys.filter((key) => key.startsWith('login-account:203.0.113.14 '))).toHaveLength(1);
      expect(keys.filter((key) => key.includes(mistaken.toLowerCase()))).toEqual([]);
    });

    it('answers 429 after 100 failures from one address, whatever the account', async () => {
      const { apikey } = await app.make.application({ clientType: 'mobile' });
      const logInFrom = (remoteAddress: string): Promise<Answer> =>
        app.send('POST', 'token/', {
          headers: { apikey },
          payload: { username: 'maria', password: PASSWORD },
          remoteAddress,
        });
      await app.database.query(
        `INSERT INTO rate_limits (key, points, expire) VALUES ('login-address:203.0.113.10', 100, $1)`,
        [Date.now() + 60_000],
      );
      expect((await logInFrom('203.0.113.10')).status).toBe(429);
      expect((await logInFrom('203.0.113.11')).status).toBe(200);
    });
  });

  describe('renewing', () => {
    it('[5.3 token endpoint: a refresh token gives a new access token] at the same address', async () => {
      const first = await logIn();
      const second = await token({ refresh_token: first.refresh_token });
      expect(second.status).toBe(200);
      expect(second.body.data.refresh_token).not.toBe(first.refresh_token);
      expect((await use(second.body.data.access_token)).status).toBe(200);
    });

    it('gives the same successor to a client that lost the answer and asks again', async () => {
      const first = await logIn();
      const once = await token({ refresh_token: first.refresh_token });
      const again = await token({ refresh_token: first.refresh_token });
      expect(again.body.data.refresh_token).toBe(once.body.data.refresh_token);
      expect((await token({ refresh_token: again.body.data.refresh_token })).status).toBe(200);
    });

    it('ends the whole family when a token comes back after its successor was used', async () => {
      const first = await logIn();
      const second = (await token({ refresh_token: first.refresh_token })).body.data;
      const third = (await token({ refresh_token: second.refresh_token })).body.data;
      expect((await token({ refresh_token: first.refresh_token })).body.type).toBe('Invalid Token');
      expect((await token({ refresh_token: third.refresh_token })).status).toBe(401);
      await until(async () => (await use(third.access_token)).status === 401);
    });

    it('leaves exactly one live family of 20 parallel refreshes', async () => {
      const first = await logIn();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => token({ refresh_token: first.refresh_token })),
      );
      const tokens = new Set(answers.map(({ body }) => body.data.refresh_token as string));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect(tokens.size).toBe(1);
    });

    it.each(['', 'rt_unknown', 'not even one'])('refuses the refresh token "%s"', async (refreshToken) => {
      expect([400, 401]).toContain((await token({ refresh_token: refreshToken })).status);
    });

    it('refuses the refresh token of another application, and does not use it up', async () => {
      const first = await logIn();
      expect((await token({ refresh_token: first.refresh_token }, other.apikey)).status).toBe(401);
      expect((await token({ refresh_token: first.refresh_token })).status).toBe(200);
    });

    it('refuses an expired refresh token', async () => {
      const first = await logIn();
      await app.database.query(`UPDATE refresh_tokens SET expires_at = now() - interval '1 second'`);
      expect((await token({ refresh_token: first.refresh_token })).status).toBe(401);
    });

    it('forgets refresh tokens with the week in which they expired, and keeps the others of a session that lives on', async () => {
      await dropFirstPartition(app, 'refresh_tokens');
      await app.database.query(`SELECT make_time_partition('refresh_tokens', 'week', now() - interval '8 days')`);
      const first = (await logIn()).refresh_token;
      const second = (await token({ refresh_token: first })).body.data.refresh_token as string;
      await app.database.query(
        `UPDATE refresh_tokens SET expires_at = now() - interval '8 days' WHERE token_hash = sha256($1::bytea)`,
        [first],
      );
      const count = async (): Promise<number> =>
        (
          await app.database.query(
            'SELECT 1 FROM refresh_tokens WHERE token_hash IN (sha256($1::bytea), sha256($2::bytea))',
            [first, second],
          )
        ).length;
      expect(await count()).toBe(2);
      await app.nest.get(Housekeeping, { strict: false }).round();
      expect(await count()).toBe(1);
      expect((await token({ refresh_token: second })).status).toBe(200);
    });

    it('stores no refresh token in a form that could be used', async () => {
      const { refresh_token: refreshToken } = await logIn();
      const rows = await app.database.query<{ all: string }>(
        "SELECT string_agg(t::text, E'\\n') AS all FROM refresh_tokens t",
      );
      expect(rows[0]!.all).not.toContain(refreshToken.slice(3, 20));
    });
  });

  describe('OAuth 2.0', () => {
    const oauth = (fields: Record<string, string>): Promise<Answer> =>
      token(new URLSearchParams(fields).toString(), shop.apikey, { 'content-type': FORM });

    it('answers a password grant bare, as RFC 6749 has it', async () => {
      const answer = await oauth({ grant_type: 'password', username: 'maria', password: PASSWORD });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body).sort()).toEqual([
        'access_token',
        'expires_in',
        'refresh_expires_in',
        'refresh_token',
        'token_type',
      ]);
      const renewed = await oauth({ grant_type: 'refresh_token', refresh_token: answer.body.refresh_token as string });
      expect(renewed).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
    });

    it.each([
      [{ grant_type: 'password', username: 'maria', password: 'wrong password' }, 'invalid_grant'],
      [{ grant_type: 'refresh_token', refresh_token: 'rt_unknown' }, 'invalid_grant'],
      [{ grant_type: 'password', username: 'maria' }, 'invalid_request'],
      [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
      [{ grant_type: '__proto__' }, 'unsupported_grant_type'],
      [{ grant_type: '' }, 'invalid_request'],
    ])('answers %j with %s', async (fields, error) => {
      expect(await oauth(fields as Record<string, string>)).toMatchObject({ status: 400, body: { error } });
    });
  });

  describe('access tokens', () => {
    it('have the header and the claims of RFC 9068', async () => {
      const [head, claims] = (await logIn()).access_token.split('.').slice(0, 2).map(decode);
      expect(head).toMatchObject({ typ: 'at+jwt', alg: 'ES256', kid: expect.any(String) });
      expect(claims).toMatchObject({
        iss: 'http://localhost:3000',
        aud: 'http://localhost:3000',
        sub: String(maria.uid),
        client_id: shop.id,
        jti: expect.any(String),
      });
      expect(Number(claims!.exp) - Number(claims!.iat)).toBe(900);
    });

    it('are good only with an apikey of their application', async () => {
      expect(await use((await logIn()).access_token, other.apikey)).toMatchObject({
        status: 401,
        body: { type: 'Invalid Token' },
      });
    });

    it('[5.2 access token: cookie access_token] is accepted when there is no Authorization header', async () => {
      const { access_token: accessToken } = await logIn();
      const headers = { apikey: shop.apikey, cookie: `access_token=${accessToken}` };
      expect((await app.send('GET', 'commerce/cart-items/', { headers })).status).toBe(200);
      expect(
        (await app.send('GET', 'commerce/cart-items/', { headers: { ...headers, authorization: 'Bearer wrong' } }))
          .status,
      ).toBe(401);
    });

    it('die with their session, on another instance too', async () => {
      const second = await startTestApp({ sharing: app });
      const { access_token: accessToken, refresh_token: refreshToken } = await logIn();
      const headers = { apikey: shop.apikey, authorization: `Bearer ${accessToken}` };
      expect((await second.send('GET', 'commerce/cart-items/', { headers })).status).toBe(200);
      expect((await app.send('POST', 'logout/', { headers })).status).toBe(200);
      expect((await app.send('GET', 'commerce/cart-items/', { headers })).status).toBe(401);
      await until(async () => (await second.send('GET', 'commerce/cart-items/', { headers })).status === 401);
      expect((await token({ refresh_token: refreshToken })).status).toBe(401);
      await second.stop();
    });

    it('are good on an instance with another PUBLIC_URL, at once', async () => {
      const second = await startTestApp({ sharing: app, config: { publicUrl: 'http://localhost:4000' } });
      const { access_token: accessToken } = await logIn();
      const headers = { apikey: shop.apikey, authorization: `Bearer ${accessToken}` };
      expect((await second.send('GET', 'commerce/cart-items/', { headers })).status).toBe(200);
      await second.stop();
    });

    it('that do not fit their session are refused every time', async () => {
      const [head, claims] = (await logIn()).access_token.split('.').slice(0, 2).map(decode);
      const signingKeys = app.nest.get(SigningKeys, { strict: false });
      for (const wrong of [{ aud: 'http://localhost:3000/admin/api' }, { sub: '999' }, { client_id: other.id }]) {
        const misfit = signingKeys.sign({ ...claims, ...wrong, jti: JSON.stringify(wrong) }, String(head!.typ));
        for (let i = 0; i < 2; i += 1) expect((await use(misfit)).status).toBe(401);
      }
    });

    it('are refused when forged', async () => {
      const good = (await logIn()).access_token;
      const [head, claims, signature] = good.split('.') as [string, string, string];
      const { keys } = (await app.send('GET', '/.well-known/jwks.json')).body as { keys: JsonWebKey[] };
      const publicPem = createPublicKey({ key: keys[0]!, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const sign = (header: object): string => {
        const text = `${encode(header)}.${claims}`;
        return `${text}.${createSign('sha256').update(text).sign(privateKey).toString('base64url')}`;
      };
      const kid = decode(head).kid;
      const hmac = `${encode({ alg: 'HS256', typ: 'at+jwt', kid })}.${claims}`;
      const forged = [
        `${encode({ alg: 'none', typ: 'at+jwt', kid })}.${claims}.`,
        `${hmac}.${createHmac('sha256', publicPem).update(hmac).digest('base64url')}`,
        sign({ alg: 'RS256', typ: 'at+jwt', kid }),
        sign({ alg: 'ES256', typ: 'at+jwt', kid }),
        sign({ alg: 'RS256', typ: 'at+jwt', kid, jwk: publicKey.export({ format: 'jwk' }) }),
        sign({ alg: 'RS256', typ: 'at+jwt', kid: '../../../dev/null' }),
        sign({ alg: 'RS256', typ: 'at+jwt', kid, jku: 'http://127.0.0.1:1/jwks.json' }),
        `${head}.${encode({ ...decode(claims), sub: '1' })}.${signature}`,
        shop.apikey,
        'x.y.z',
      ];
      for (const accessToken of forged)
        expect(await use(accessToken)).toMatchObject({ status: 401, body: { type: 'Invalid Token' } });
    });

    it('are refused when they hold critical extensions, as application keys are: RFC 7515, section 4.1.11', async () => {
      const { access_token: accessToken } = await logIn();
      const [row] = await app.database.query<{ private_key: string }>('SELECT private_key FROM signing_keys');
      const withCritical = (token: string): string => {
        const [head, claims] = token.split('.').slice(0, 2).map(decode);
        const text = `${encode({ ...head, crit: ['x'], x: 1 })}.${encode(claims!)}`;
        return `${text}.${createSign('sha256').update(text).sign({ key: row!.private_key, dsaEncoding: 'ieee-p1363' }, 'base64url')}`;
      };
      expect(await use(withCritical(accessToken))).toMatchObject({ status: 401, body: { type: 'Invalid Token' } });
      expect(await use(accessToken, withCritical(shop.apikey))).toMatchObject({
        status: 401,
        body: { type: 'Request Failed' },
      });
    });

    it('are refused when they are from the future, as application keys are', async () => {
      const signingKeys = app.nest.get(SigningKeys, { strict: false });
      const issuedIn = (token: string, seconds: number): string => {
        const [head, claims] = token.split('.').slice(0, 2).map(decode);
        return signingKeys.sign({ ...claims, iat: Math.floor(Date.now() / 1000) + seconds }, String(head!.typ));
      };
      const { access_token: accessToken } = await logIn();
      const admin = (await app.make.superAdmin()).token;
      const asAdmin = (adminToken: string): Promise<Answer> =>
        app.send('GET', '/admin/api/session/', { headers: { authorization: `Bearer ${adminToken}` } });
      // What the clock of another instance may be ahead.
      expect((await use(issuedIn(accessToken, 30), issuedIn(shop.apikey, 30))).status).toBe(200);
      expect((await asAdmin(issuedIn(admin, 30))).status).toBe(200);
      for (const seconds of [120, 3_600]) {
        const future = issuedIn(accessToken, seconds);
        // What was refused once is not kept as good.
        for (let i = 0; i < 2; i += 1) {
          expect(await use(future)).toMatchObject({ status: 401, body: { type: 'Invalid Token' } });
          expect(await use(accessToken, issuedIn(shop.apikey, seconds))).toMatchObject({
            status: 401,
            body: { type: 'Request Failed' },
          });
          expect(await asAdmin(issuedIn(admin, seconds))).toMatchObject({
            status: 401,
            body: { type: 'Invalid Token' },
          });
        }
      }
    });

    it('are no application keys, and application keys signed with another type are none', async () => {
      const { access_token: accessToken } = await logIn();
      expect(await use(accessToken, accessToken)).toMatchObject({ status: 401, body: { type: 'Request Failed' } });
    });
  });

  it('publishes its keys, without their private parts', async () => {
    const answer = await app.send('GET', '/.well-known/jwks.json');
    expect(answer.body.keys[0]).toMatchObject({
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      use: 'sig',
      kid: expect.any(String),
    });
    expect(answer.body.keys[0]).not.toHaveProperty('d');
  });

  it('go over to ES256 at the first start after an upgrade; what an RSA key signed stays good, and is shown again', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { e, kty, n } = publicKey.export({ format: 'jwk' });
    const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
    const before = await startTestApp();
    const old = await before.make.application();
    await before.database.query('DELETE FROM signing_keys');
    await before.database.query('INSERT INTO signing_keys (kid, private_key, issuer) VALUES ($1, $2, $3)', [
      kid,
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
      'http://localhost:3000',
    ]);
    await before.database.query('UPDATE application_keys SET kid = $1', [kid]);
    const text = `${encode({ alg: 'RS256', typ: 'apikey+jwt', kid })}.${old.apikey.split('.')[1]}`;
    const apikey = `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;

    const upgraded = await startTestApp({ sharing: before });
    await upgraded.make.user({ username: 'rosa' });
    const logIn = { headers: { apikey }, payload: { username: 'rosa', password: PASSWORD } };
    const { data } = (await upgraded.send('POST', 'token/', logIn)).body;
    expect(decode(data.access_token.split('.')[0])).toMatchObject({ alg: 'ES256' });
    const { keys } = (await upgraded.send('GET', '/.well-known/jwks.json')).body;
    expect(keys.map(({ alg }: { alg: string }) => alg)).toEqual(['RS256', 'ES256']);
    const keyId = String(decode(apikey.split('.')[1]!).jti);
    await expect(upgraded.nest.get(KeyAdministration, { strict: false }).text(old.id, keyId)).resolves.toBe(apikey);
    await upgraded.stop();
    await before.stop();
  });
});

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
