import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPrivateKey } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { migrate } from '#common/migrate.js';
import { SteadyClient } from '@commerce/postgres';
import { bundleBody } from './support/bundles.js';
import { Authority } from './support/certificates.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { GUEST, SERVICE, TlsServer } from './support/tls-server.js';
import { until } from './support/until.js';

/** What each instance keeps open, by the names that its connections give. */
const APPLICATIONS = ['commerce-api', 'commerce-change-feed', 'commerce-jobs', 'commerce-live'];

describe('TLS to the database', () => {
  const stranger = new Authority('stranger');
  let server: TlsServer;
  /** The authority of the server, and another one. */
  let root: string;
  let other: string;

  beforeAll(async () => {
    server = await TlsServer.start();
    root = await server.write('root.crt', server.authority.cert);
    other = await server.write('other.crt', stranger.cert);
    await until(async () => (await server.database.query<{ ssl: string }>('SHOW ssl'))[0]?.ssl === 'on');
  });

  afterAll(() => server?.stop());

  async function connected(url: string): Promise<{ ssl: boolean; version: string | null; dn: string | null }> {
    const client = new SteadyClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
    await client.connect();
    try {
      const sql = 'SELECT ssl, version, client_dn AS dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
      return (await client.query<{ ssl: boolean; version: string; dn: string }>(sql)).rows[0]!;
    } finally {
      await client.end();
    }
  }

  const address = (): string => `127.0.0.1:${server.port}`;

  describe('of the server', () => {
    it('is refused where it must be, and not had', async () => {
      await expect(connected(server.url(GUEST, {}))).rejects.toThrow(/no encryption/);
      await expect(connected(server.url(GUEST, { sslmode: 'disable', sslrootcert: root }))).rejects.toThrow(
        /no encryption/,
      );
    });

    it('only encrypts with require, and verifies the authority once it is named', async () => {
      const encrypted = { ssl: true, version: 'TLSv1.3', dn: null };
      expect(await connected(server.url(GUEST, { sslmode: 'require' }, address()))).toEqual(encrypted);
      const verified = { sslmode: 'require', sslrootcert: root };
      expect(await connected(server.url(GUEST, verified, address()))).toEqual(encrypted);
      const wrong = { sslmode: 'require', sslrootcert: other };
      await expect(connected(server.url(GUEST, wrong))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    });

    it('verifies the authority with verify-ca, whatever the name', async () => {
      const right = { sslmode: 'verify-ca', sslrootcert: root };
      expect(await connected(server.url(GUEST, right, address()))).toMatchObject({ ssl: true });
      const wrong = { sslmode: 'verify-ca', sslrootcert: other };
      await expect(connected(server.url(GUEST, wrong))).rejects.toThrow(/certificate/);
    });

    it('verifies authority and name with verify-full', async () => {
      const right = { sslmode: 'verify-full', sslrootcert: root };
      expect(await connected(server.url(GUEST, right))).toMatchObject({ ssl: true });
      await expect(connected(server.url(GUEST, right, address()))).rejects.toThrow(/127\.0\.0\.1 is not in the cert/);
      const wrong = { sslmode: 'verify-full', sslrootcert: other };
      await expect(connected(server.url(GUEST, wrong))).rejects.toThrow(/certificate/);
      // Without a file: the authorities that Node knows.
      await expect(connected(server.url(GUEST, { sslmode: 'verify-full' }))).rejects.toThrow(/certificate/);
    });

    it('may begin at once', async () => {
      const direct = { sslmode: 'verify-full', sslrootcert: root, sslnegotiation: 'direct' };
      expect(await connected(server.url(GUEST, direct))).toMatchObject({ ssl: true });
      const wrong = { sslmode: 'verify-ca', sslrootcert: other, sslnegotiation: 'direct' };
      await expect(connected(server.url(GUEST, wrong))).rejects.toThrow(/certificate/);
    });

    it('finds the host that accepts writes among several, of which each must show its certificate', async () => {
      const writes = { target_session_attrs: 'read-write', sslmode: 'verify-full', sslrootcert: root };
      const hosts = `localhost:1,${address()},localhost:${server.port}`;
      expect(await connected(server.url(GUEST, writes, hosts))).toMatchObject({ ssl: true });
      const none = `localhost:1,${address()}`;
      await expect(connected(server.url(GUEST, writes, none))).rejects.toThrow(
        /^no host accepts writes: .*127\.0\.0\.1 is not in the cert/,
      );
    });

    it('gives a server up that falls silent', async () => {
      const url = server.url(GUEST, { sslmode: 'verify-full', sslrootcert: root });
      const client = new SteadyClient({ connectionString: url, silence_timeout: 300 });
      await client.connect();
      await expect(client.query('SELECT pg_sleep(600)')).rejects.toThrow('the database was silent');
      // It goes on without its client, and migrations that build an index beside others would wait for it.
      await server.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'`,
      );
    });
  });

  describe('of the service', () => {
    const asking = (more: object): string =>
      server.url(SERVICE, { sslmode: 'verify-full', sslrootcert: root, ...more });

    it('lets a role in with its certificate, and with no other', async () => {
      const own = await server.identify('own', server.authority.issue(SERVICE));
      expect(await connected(asking(own))).toMatchObject({ ssl: true, dn: `/CN=${SERVICE}` });
      await expect(connected(asking({}))).rejects.toMatchObject({ code: '28000' });
      const guest = await server.identify('guest', server.authority.issue(GUEST));
      await expect(connected(asking(guest))).rejects.toMatchObject({ code: '28000' });
      const strange = await server.identify('strange', stranger.issue(SERVICE));
      await expect(connected(asking(strange))).rejects.toThrow(/unknown ca/);
      const expired = await server.identify('expired', server.authority.issue(SERVICE, -1));
      await expect(connected(asking(expired))).rejects.toThrow(/certificate expired/);
    });

    it('opens an encrypted key, which nobody reads in a log', async () => {
      const { key, cert } = server.authority.issue(SERVICE);
      const form = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'öffne dich' } as const;
      const closed = await server.identify('closed', { cert, key: createPrivateKey(key).export(form) as string });
      const client = new SteadyClient(asking({ ...closed, sslpassword: 'öffne dich' }));
      await client.connect();
      expect(JSON.stringify((client as unknown as { ssl: object }).ssl)).not.toContain('PRIVATE KEY');
      await client.end();
    });

    it('reads the files again for each connection, and fails only those that begin without them', async () => {
      const renewed = await server.identify('renewed', server.authority.issue(SERVICE, -1));
      await expect(connected(asking(renewed))).rejects.toThrow(/expired/);
      await server.identify('renewed', server.authority.issue(SERVICE));
      expect(await connected(asking(renewed))).toMatchObject({ ssl: true });
      await server.write('renewed.key', stranger.issue(SERVICE).key);
      await expect(connected(asking(renewed))).rejects.toThrow(/sslkey .*renewed\.key does not fit sslcert/);
    });

    describe('as a whole', () => {
      let url: string;
      let app: TestApp;
      let admin: TestClient;
      let sslkey: string;
      let count = 0;

      beforeAll(async () => {
        const identity = await server.identify('service', server.authority.issue(SERVICE));
        ({ sslkey } = identity);
        url = asking(identity);
        await migrate(url);
        app = await startTestApp({ database: { ...server.database, url }, config: { jobConcurrency: 2 } });
        admin = await app.make.apiAdmin();
        await app.make.catalogue.productType();
      });

      afterAll(() => app?.stop());

      async function create(): Promise<number> {
        count += 1;
        return (await admin.post('commerce/product/create/', bundleBody(`bundle-${count}`))).status;
      }

      it('is had by all of its connections', async () => {
        const root = await app.make.superAdmin();
        expect((await root.get('/admin/api/network/figures/?uids=1')).status).toBe(200);
        const sql = `SELECT application_name AS name, bool_and(ssl AND client_dn = '/CN=${SERVICE}') AS secure
           FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE application_name LIKE 'commerce%' GROUP BY 1 ORDER BY 1`;
        await until(async () => {
          const found = await server.database.query<{ name: string; secure: boolean }>(sql);
          expect(found.filter(({ secure }) => !secure)).toEqual([]);
          return APPLICATIONS.every((name) => found.some((one) => one.name === name));
        });
      });

      it('ends in 503 while a file is away, and comes back with it', async () => {
        expect(await create()).toBe(200);
        await rename(sslkey, `${sslkey}.away`);
        await server.database.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'commerce%'`,
        );
        await until(async () => (await create()) === 503);
        expect(await create()).toBe(503);
        await rename(`${sslkey}.away`, sslkey);
        await until(async () => (await create()) === 200);
      });
    });
  });
});
