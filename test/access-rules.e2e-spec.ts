import { describe, expect, it } from '@jest/globals';
import type { Application } from '#platform/client-apps/index.js';
import { until } from './support/until.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();

/** Knocks with a key alone: an admitted request gets as far as the missing credentials. */
function knock(
  target: TestApp,
  apikey: string | undefined,
  headers: Record<string, string> = {},
  remoteAddress?: string,
): Promise<Answer> {
  return target.send('POST', 'token/', {
    headers: { ...(apikey === undefined ? {} : { apikey }), ...headers },
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  });
}

async function knockAt(fields: Partial<Application>, headers?: Record<string, string>, ip?: string): Promise<Answer> {
  const { apikey } = await app.make.application(fields);
  return knock(app, apikey, headers, ip);
}

const isAdmitted = (answer: Answer): boolean => answer.status === 400 && answer.body.type === 'Validation Error';

describe('the application key', () => {
  it('[7.2 400 Bad Request: apikey is missing] [5.1 application key: a request without it is rejected] names the header', async () => {
    const answer = await knock(app, undefined);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      status_code: 400,
      type: 'Bad Request',
      errors: { apikey: [{ message: 'is required' }] },
    });
    expect((await knock(app, '')).body.type).toBe('Bad Request');
  });

  it('[7.2 401 Request Failed: the application key does not validate the request] when it is not one of ours', async () => {
    const { apikey } = await app.make.application();
    const [head, body, signature] = apikey.split('.') as [string, string, string];
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), typ: 'web' }),
    );
    for (const wrong of [
      'x',
      'a.b.c',
      `${head}.${body}.`,
      `${head}.${forged.toString('base64url')}.${signature}`,
      `${apikey}x`,
    ]) {
      const answer = await knock(app, wrong);
      expect([answer.status, answer.body.type]).toEqual([401, 'Request Failed']);
    }
  });

  it('is refused when it was revoked', async () => {
    const { id, apikey } = await app.make.application();
    await app.database.query('UPDATE application_keys SET revoked_at = now() WHERE application_id = $1', [id]);
    expect((await knock(app, apikey)).body).toMatchObject({ status_code: 401, type: 'Request Failed' });
  });

  it('[7.2 400 Inactive APIKEY: the key is inactive] [5.6 restriction: inactive] when the application is inactive', async () => {
    expect((await knockAt({ status: 'inactive' })).body).toMatchObject({ status_code: 400, type: 'Inactive APIKEY' });
  });

  it('[7.2 400 Under Maintenance: the key is in maintenance] [5.6 restriction: maintenance] says when to come back', async () => {
    const answer = await knockAt({ status: 'maintenance', maintenanceMessage: 'Back at noon.' });
    expect(answer.body).toMatchObject({ status_code: 400, type: 'Under Maintenance', message: 'Back at noon.' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is good for the version that it is registered for', async () => {
    expect((await knockAt({ apiVersion: 'v2' })).body).toMatchObject({ status_code: 403, type: 'Version Not Allowed' });
  });
});

describe('hosts', () => {
  it('[7.2 403 Host Blocked: the host is blocked] [5.6 restriction: by host] by Origin, else by Referer', async () => {
    const { apikey } = await app.make.application({ hostsBlock: ['*.bad.test'] });
    const bad: Record<string, string>[] = [
      { origin: 'https://shop.bad.test:8443' },
      { referer: 'https://shop.bad.test/cart' },
    ];
    for (const headers of bad) {
      expect((await knock(app, apikey, headers)).body).toMatchObject({ status_code: 403, type: 'Host Blocked' });
    }
    const origin = { origin: 'https://good.test', referer: 'https://shop.bad.test/' };
    expect(isAdmitted(await knock(app, apikey, origin))).toBe(true);
    expect(isAdmitted(await knock(app, apikey))).toBe(true);
  });

  it('[7.2 403 Host Not Whitelisted: the host is not whitelisted] refuses other hosts and no host', async () => {
    const { apikey } = await app.make.application({ hostsAllow: ['shop.example.com'] });
    const others: Record<string, string>[] = [{ origin: 'https://other.example.com' }, { origin: 'null' }, {}];
    for (const headers of others) {
      expect((await knock(app, apikey, headers)).body).toMatchObject({
        status_code: 403,
        type: 'Host Not Whitelisted',
      });
    }
    expect(isAdmitted(await knock(app, apikey, { origin: 'https://SHOP.example.com' }))).toBe(true);
  });
});

describe('IP addresses', () => {
  it('[7.2 403 IP Blocked: the IP address is blocked] [5.6 restriction: by IP address] by address and by network', async () => {
    const { apikey } = await app.make.application({ ipsBlock: ['192.0.2.0/24', '2001:db8::/32'] });
    for (const ip of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::7']) {
      expect((await knock(app, apikey, {}, ip)).body).toMatchObject({ status_code: 403, type: 'IP Blocked' });
    }
    expect(isAdmitted(await knock(app, apikey, {}, '198.51.100.1'))).toBe(true);
  });

  it('[7.2 403 IP Not Whitelisted: the IP address is not whitelisted] refuses all others', async () => {
    const { apikey } = await app.make.application({ ipsAllow: ['10.0.0.0/8'] });
    expect((await knock(app, apikey, {}, '192.0.2.7')).body).toMatchObject({
      status_code: 403,
      type: 'IP Not Whitelisted',
    });
    expect(isAdmitted(await knock(app, apikey, {}, '::ffff:10.1.2.3'))).toBe(true);
  });
});

describe('the order', () => {
  it('is key, status, version, hosts, addresses, and only then the user', async () => {
    const { id, apikey } = await app.make.application({
      status: 'inactive',
      apiVersion: 'v2',
      hostsBlock: ['bad.test'],
      hostsAllow: ['good.test'],
      ipsBlock: ['192.0.2.7'],
      ipsAllow: ['10.0.0.0/8'],
    });
    const admin = await app.make.superAdmin();
    const steps: [object, string][] = [
      [{}, 'Inactive APIKEY'],
      [{ status: 'maintenance' }, 'Under Maintenance'],
      [{ status: 'active' }, 'Version Not Allowed'],
      [{ api_version: 'v1' }, 'Host Blocked'],
      [{ access: { hosts: { block: [] } } }, 'Host Not Whitelisted'],
      [{ access: { hosts: { allow: [] } } }, 'IP Blocked'],
      [{ access: { ips: { block: [] } } }, 'IP Not Whitelisted'],
      [{ access: { ips: { allow: [] } } }, 'Invalid Token'],
    ];
    for (const [change, type] of steps) {
      expect((await admin.patch(`/admin/api/applications/${id}/`, change)).status).toBe(200);
      const headers = { apikey, origin: 'https://bad.test', authorization: 'Bearer nonsense' };
      await until(async () => {
        const answer = await app.send('GET', 'commerce/cart-items/', { headers, remoteAddress: '192.0.2.7' });
        expect(answer.body.type).toBe(type);
      });
    }
  });
});

describe('behind a proxy', () => {
  it('X-Forwarded-For is not believed unless the peer is a trusted proxy', async () => {
    const { apikey } = await app.make.application({ ipsAllow: ['192.0.2.7'] });
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    expect((await knock(app, apikey, headers, '10.0.0.1')).body.type).toBe('IP Not Whitelisted');
  });

  it('the address is the last one that no trusted proxy vouches for itself', async () => {
    const proxied = await startTestApp({ sharing: app, config: { trustedProxies: ['10.0.0.0/8'] } });
    try {
      const { apikey } = await app.make.application({ ipsAllow: ['192.0.2.7'] });
      const through = (forwarded: string, peer: string) =>
        knock(proxied, apikey, { 'x-forwarded-for': forwarded }, peer);
      expect(isAdmitted(await through('192.0.2.7', '10.0.0.1'))).toBe(true);
      expect(isAdmitted(await through('192.0.2.7, 10.9.9.9', '10.0.0.1'))).toBe(true);
      // Some proxies add the port.
      expect(isAdmitted(await through('192.0.2.7:4711', '10.0.0.1'))).toBe(true);
      expect((await through('192.0.2.7, 203.0.113.9', '10.0.0.1')).body.type).toBe('IP Not Whitelisted');
      expect((await through('192.0.2.7', '203.0.113.9')).body.type).toBe('IP Not Whitelisted');
      expect((await through('unknown', '10.0.0.1')).body.type).toBe('IP Not Whitelisted');
    } finally {
      await proxied.stop();
    }
  });
});

describe('a change made by an admin', () => {
  it('holds on every instance', async () => {
    const other = await startTestApp({ sharing: app });
    try {
      const admin = await app.make.superAdmin();
      const { id, apikey } = await app.make.application();
      expect(isAdmitted(await knock(other, apikey))).toBe(true);
      for (const [status, type] of [
        ['inactive', 'Inactive APIKEY'],
        ['active', 'Validation Error'],
      ] as const) {
        await admin.patch(`/admin/api/applications/${id}/`, { status });
        await until(async () => expect((await knock(other, apikey)).body.type).toBe(type));
      }
      const [{ key_id }] = (await admin.get(`/admin/api/applications/${id}/keys/`)).body.data.results;
      await admin.delete(`/admin/api/applications/${id}/keys/${key_id}/`);
      await until(async () => expect((await knock(other, apikey)).body.type).toBe('Request Failed'));
    } finally {
      await other.stop();
    }
  });
});
