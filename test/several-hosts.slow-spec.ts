import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { migrate } from '#common/migrate.js';
import { SteadyClient } from '@commerce/postgres';
import { bundleBody } from './support/bundles.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { StreamingServers } from './support/streaming-servers.js';
import { until } from './support/until.js';

/** A host that takes no connections. */
const REFUSES = '127.0.0.1:1';

/** What each instance keeps open, by the names that its connections give. */
const APPLICATIONS = ['commerce-api', 'commerce-change-feed', 'commerce-jobs'];

describe('a DATABASE_URL that names several hosts', () => {
  const sockets: Socket[] = [];
  let servers: StreamingServers;
  /** Takes connections and never answers. */
  let silent: Server;
  let url: string;
  let app: TestApp;
  let admin: TestClient;
  let count = 0;

  beforeAll(async () => {
    servers = await StreamingServers.start();
    silent = await listening((socket) => void sockets.push(socket.on('error', () => undefined)));
    url = among(REFUSES, addressOf(silent), hostOf(servers.standbys[0]!.way.url), hostOf(servers.database.url));
    await migrate(url);
    app = await startTestApp({ database: { ...servers.database, url }, config: { jobConcurrency: 2 } });
    admin = await app.make.apiAdmin();
    await app.make.catalogue.productType();
  });

  afterAll(async () => {
    await app?.stop();
    for (const socket of sockets) socket.destroy();
    silent?.close();
    await servers?.stop();
  });

  async function listening(connected: (socket: Socket) => unknown): Promise<Server> {
    const server = createServer(connected).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  const addressOf = (server: Server): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const hostOf = (one: string): string => new URL(one).host;

  /** The database on whichever of these hosts accepts writes. */
  function among(...hosts: readonly string[]): string {
    const { url: primary } = servers.database;
    return `${primary.replace(hostOf(primary), hosts.join(','))}?target_session_attrs=read-write`;
  }

  async function create(): Promise<number> {
    count += 1;
    return (await admin.post('commerce/product/create/', bundleBody(`bundle-${count}`))).status;
  }

  async function connect(to: string): Promise<SteadyClient> {
    const client = new SteadyClient({ connectionString: to, connectionTimeoutMillis: 5_000 });
    await client.connect();
    return client;
  }

  it('is that of the one that accepts writes, at once', async () => {
    expect(await create()).toBe(200);
    const seen: string[] = [];
    const waiting = await listening((socket) =>
      socket.resume().once('close', () => seen.push('the silent host is given up')),
    );
    const next = await listening((socket) => {
      seen.push('the next one is asked');
      socket.destroy();
    });
    const client = await connect(among(addressOf(waiting), addressOf(next), hostOf(servers.database.url)));
    expect((await client.query('SELECT pg_is_in_recovery() AS standby')).rows).toEqual([{ standby: false }]);
    await client.end();
    await until(() => seen.length === 2);
    expect(seen[0]).toBe('the next one is asked');
    for (const server of [waiting, next]) server.close();
  });

  it('leads nowhere without a host that accepts writes, and says what each has answered', async () => {
    const standby = among(REFUSES, hostOf(servers.standbys[0]!.way.url));
    const refused = { code: 'ECONNREFUSED' };
    await expect(connect(standby)).rejects.toMatchObject(refused);
    await expect(connect(standby)).rejects.toThrow(
      /^no host accepts writes: 127\.0\.0\.1:1: .*; 127\.0\.0\.1:\d+: the server accepts no writes$/,
    );
  });

  it('keeps no connection to a server that accepts no writes any more', async () => {
    const client = await connect(url);
    let hasEnded = false;
    client.once('end', () => (hasEnded = true));
    await servers.database.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await servers.database.query('SELECT pg_reload_conf()');
    // A server says so with its next answer.
    await until(() =>
      client.query('SELECT 1').then(
        () => hasEnded,
        () => hasEnded,
      ),
    );
    await expect(connect(url)).rejects.toThrow('no host accepts writes');
    expect(await create()).toBe(503);
    await servers.database.query('ALTER SYSTEM RESET default_transaction_read_only');
    await servers.database.query('SELECT pg_reload_conf()');
    await until(async () => (await create()) === 200);
  });

  it('stays that of the service when the standby takes over', async () => {
    const before = count;
    await servers.failOver();
    await until(async () => (await create()) === 200);
    await until(async () => (await app.send('GET', '/health/ready')).status === 200);
    const names = `SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'commerce%'`;
    await until(async () => {
      const found = (await servers.standbys[0]!.query<{ name: string }>(names)).map(({ name }) => name);
      return APPLICATIONS.every((name) => found.includes(name));
    });
    const [made] = await servers.standbys[0]!.query<{ bundles: number }>(
      `SELECT count(*)::int AS bundles FROM bundles WHERE bundle_id IN ('bundle-1', 'bundle-${count}')`,
    );
    expect(made).toEqual({ bundles: 2 });
    expect(count).toBeGreaterThan(before);
  });
});
