import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Replica, statement } from '#common/database/index.js';
import { createLogger } from '#common/logging/logger.js';
import { bundleBody } from './support/bundles.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { StreamingServers } from './support/streaming-servers.js';
import { until } from './support/until.js';

const READS = 400;
const WRITERS = 3;
const READERS = 4;

/** What is read from replicas with all that is confirmed, whatever it is. */
const REPORTS = [
  'users/',
  'orders/',
  'volumes/',
  'audit/',
  'deliveries/',
  'earnings/',
  'earnings/balances/',
  'payouts/',
  'traffic/',
];

// Only a standby is slow.
const SLOW = statement(
  'test.slow',
  `SELECT pg_is_in_recovery() AS "isStandby", (SELECT count(*) FROM users) AS users,
          CASE WHEN pg_is_in_recovery() THEN pg_sleep(9) END AS slept`,
);

describe('several read replicas', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  const apps: TestApp[] = [];
  let servers: StreamingServers;
  let superAdmin: TestClient;
  let admin: TestClient;

  beforeAll(async () => {
    servers = await StreamingServers.start(3);
    const config = { databaseReplicaUrl: servers.replicaUrl };
    const database = { ...servers.database, url: severalHosts() };
    apps.push(await startTestApp({ database, config, logger }));
    apps.push(await startTestApp({ sharing: apps[0]!, config, logger }));
    superAdmin = await apps[0]!.make.superAdmin();
    admin = await apps[0]!.make.apiAdmin();
    await apps[0]!.make.catalogue.productType();
  });

  afterAll(async () => {
    for (const app of apps.toReversed()) await app.stop();
    await servers?.stop();
  });

  afterEach(async () => {
    for (const standby of servers.standbys) await standby.resume();
    lines.length = 0;
  });

  /** The primary, and the standby that may become one. */
  function severalHosts(): string {
    const { url } = servers.database;
    const [primary, standby] = [new URL(url), new URL(servers.standbys[0]!.way.url)];
    return `${url.replace(primary.host, `${primary.host},${standby.host}`)}?target_session_attrs=read-write`;
  }

  const hostsOf = (app: TestApp) => app.nest.get(Replica).hosts;

  async function areUsed(count: number): Promise<void> {
    await until(() => apps.every((app) => hostsOf(app).filter(({ isUsed }) => isUsed).length === count));
  }

  async function get(app: TestApp, path: string, { headers }: TestClient): Promise<Record<string, unknown>[]> {
    const { status, body } = await app.send('GET', path, { headers });
    expect(status).toBe(200);
    return body.data.results as Record<string, unknown>[];
  }

  /** How often each server was read by an instance. */
  async function reads(app: TestApp): Promise<Record<string, number>> {
    const { text } = await app.send('GET', '/metrics');
    const found = text.matchAll(/^commerce_list_reads_total{server="(?:primary|replica)",replica="([^"]*)"} (\d+)$/gm);
    return Object.fromEntries([...found].map(([, host, count]) => [host || 'primary', Number(count)]));
  }

  it('share the reads', async () => {
    await areUsed(3);
    const before = await reads(apps[0]!);
    for (let turn = 0; turn < 9; turn += 1) await get(apps[0]!, '/admin/api/users/', superAdmin);
    const after = await reads(apps[0]!);
    const read = Object.fromEntries(Object.entries(after).map(([host, count]) => [host, count - before[host]!]));
    expect(read.primary).toBe(0);
    // A page that is not full is one statement.
    for (const { name } of hostsOf(apps[0]!)) expect(read[name]).toBe(3);
  });

  it.each(REPORTS)('answer %s', async (path) => {
    await areUsed(3);
    const before = await reads(apps[1]!);
    const { status } = await apps[1]!.send('GET', `/admin/api/${path}`, superAdmin);
    expect(status).toBe(200);
    const after = await reads(apps[1]!);
    expect(after.primary).toBe(before.primary);
    expect(after).not.toEqual(before);
  });

  it('of which one stands still: the others are read, and nothing is missing', async () => {
    await areUsed(3);
    await servers.standbys[1]!.pause();
    for (let turn = 0; turn < 3; turn += 1) {
      await superAdmin.patch(`/admin/api/users/${admin.user.uid}/`, { first_name: `turn ${turn}` });
      for (const app of apps) {
        const users = await get(app, '/admin/api/users/', superAdmin);
        expect(users.find(({ uid }) => uid === admin.user.uid)).toMatchObject({ first_name: `turn ${turn}` });
      }
    }
    await areUsed(2);
    const before = await reads(apps[0]!);
    for (let turn = 0; turn < 4; turn += 1) await get(apps[0]!, '/admin/api/users/', superAdmin);
    const after = await reads(apps[0]!);
    expect(after.primary).toBe(before.primary);
    const [, still] = hostsOf(apps[0]!);
    expect(after[still!.name]).toBe(before[still!.name]);
    const warnings = lines.filter((line) => line.includes('is not read: it is more than 750 ms behind'));
    // By each instance.
    expect(warnings).toHaveLength(2);
    await servers.standbys[1]!.resume();
    await areUsed(3);
  });

  it('that end a statement for the sake of the replay: the primary repeats it, and they stay in use', async () => {
    await areUsed(3);
    for (const standby of servers.standbys) {
      await standby.query('ALTER SYSTEM SET max_standby_streaming_delay = 0');
      await standby.query('SELECT pg_reload_conf()');
    }
    const reading = apps[0]!.nest.get(Replica).query<{ isStandby: boolean }>(SLOW);
    const sleeping = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
    await until(async () => {
      const found = await Promise.all(servers.standbys.map((standby) => standby.query(sleeping)));
      return found.some((rows) => rows.length > 0);
    });
    await servers.database.query('UPDATE users SET last_name = last_name');
    await servers.database.query('VACUUM users');
    expect((await reading)[0]!.isStandby).toBe(false);
    expect(hostsOf(apps[0]!).every(({ isUsed }) => isUsed)).toBe(true);
    expect(lines.filter((line) => line.includes('is not read'))).toEqual([]);
  });

  it('never show less than was confirmed, whichever stand still and go on', async () => {
    await areUsed(3);
    let seed = 16;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const confirmed = { bundles: 0, users: 0 };
    const paused = new Set<number>();
    let count = 0;
    const { uid } = await apps[0]!.make.user();
    const body = bundleBody('counted');
    expect((await admin.post('commerce/product/create/', body)).status).toBe(200);

    const change = {
      bundles: async (at: TestApp, value: number) =>
        at.send('POST', 'commerce/product/update/', {
          headers: admin.headers,
          payload: { ...body, name: `number ${value}` },
        }),
      users: async (at: TestApp, value: number) =>
        at.send('PATCH', `/admin/api/users/${uid}/`, {
          headers: superAdmin.headers,
          payload: { first_name: `number ${value}` },
        }),
    };
    const shown = {
      bundles: async (at: TestApp) => {
        const found = await get(at, '/admin/api/bundles/?search=counted', superAdmin);
        return found.map(({ name }) => name)[0];
      },
      users: async (at: TestApp) => {
        const found = await get(at, '/admin/api/users/?limit=100', superAdmin);
        return found.find((user) => user.uid === uid)?.first_name;
      },
    };
    let turn: Promise<unknown> = Promise.resolve();
    const write = async (kind: keyof typeof change, value: number): Promise<void> => {
      const { status } = await change[kind](apps[next(2)]!, value);
      expect(status).toBe(200);
      confirmed[kind] = value;
    };
    const writer = async (): Promise<void> => {
      while (count < READS) {
        const kind = next(2) === 0 ? 'bundles' : 'users';
        // In order: a later number replaces an earlier one.
        turn = turn.then(() => write(kind, confirmed[kind] + 1));
        await turn;
      }
    };
    const reader = async (): Promise<void> => {
      while (count < READS) {
        count += 1;
        const kind = next(2) === 0 ? 'bundles' : 'users';
        const least = confirmed[kind];
        const found = /^number (\d+)$/.exec(String(await shown[kind](apps[next(2)]!)))?.[1] ?? '0';
        expect(Number(found)).toBeGreaterThanOrEqual(least);
      }
    };
    const disturber = async (): Promise<void> => {
      for (let at = 0; count < READS; at = count) {
        await until(() => count >= Math.min(at + 20, READS));
        const which = next(3);
        if (paused.delete(which)) await servers.standbys[which]!.resume();
        else await servers.standbys[which]!.pause().then(() => paused.add(which));
      }
    };
    const work = [...Array.from({ length: WRITERS }, writer), ...Array.from({ length: READERS }, reader), disturber()];
    await Promise.all(work);
    expect(confirmed.bundles + confirmed.users).toBeGreaterThan(10);
  });

  it('are read again after a failover once they follow the new primary, and no sooner', async () => {
    await areUsed(3);
    const [first, second, third] = servers.standbys;
    await second!.follow(first!);
    // It will not know that there is a new one.
    await third!.query('SELECT pg_wal_replay_pause()');
    await servers.failOver();
    await until(async () => (await apps[0]!.send('GET', '/health/ready')).status === 200);
    await until(async () => (await admin.post('commerce/product/create/', bundleBody('later'))).status === 200);
    for (const app of apps) {
      const listed = await get(app, '/admin/api/bundles/', superAdmin);
      expect(listed.map(({ bundle_id }) => bundle_id)).toContain('later');
    }
    await areUsed(1);
    for (const app of apps) expect(hostsOf(app).map(({ isUsed }) => isUsed)).toEqual([false, true, false]);
    expect(lines.some((line) => line.includes('it is no standby'))).toBe(true);
  });
});

describe('a standby of another primary', () => {
  it('is not read, however far it is', async () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
    const servers = await StreamingServers.start(2);
    const [promoted, itsStandby] = servers.standbys;
    await itsStandby!.follow(promoted!);
    await promoted!.query('SELECT pg_promote()');
    // Past all that the primary is going to write.
    for (let turn = 0; turn < 4; turn += 1) {
      await promoted!.query('CREATE TABLE away (); DROP TABLE away; SELECT pg_switch_wal()');
    }
    const [{ at }] = (await promoted!.query<{ at: string }>('SELECT pg_current_wal_lsn()::text AS at')) as [
      { at: string },
    ];
    await until(async () => {
      const [row] = await itsStandby!.query<{ is: boolean }>(`SELECT pg_last_wal_replay_lsn() >= '${at}' AS is`);
      return row!.is;
    });
    const config = { databaseReplicaUrl: itsStandby!.way.url };
    const app = await startTestApp({ database: servers.database, config, logger });
    await until(() => lines.some((line) => line.includes('is not read: it does not follow the primary')));
    expect(app.nest.get(Replica).hosts.map(({ isUsed }) => isUsed)).toEqual([false]);
    await app.stop();
    await servers.stop();
  });
});
