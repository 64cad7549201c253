import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { createLogger } from '#common/logging/logger.js';
import { bundleBody } from './support/bundles.js';
import { DatabaseProxy } from './support/database-proxy.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { StreamingServers, type StreamingStandby } from './support/streaming-servers.js';
import { until } from './support/until.js';

const LISTS = ['commerce/product/list/', 'commerce/product/list/api-products/', '/admin/api/bundles/'];
describe('a read replica', () => {
  const lines: string[] = [];
  let servers: StreamingServers;
  let standby: StreamingStandby;
  /** How the other instance gets to the primary. */
  let way: DatabaseProxy;
  let app: TestApp;
  let other: TestApp;
  let admin: TestClient;
  let superAdmin: TestClient;
  let logger: Logger;
  let count = 0;

  beforeAll(async () => {
    servers = await StreamingServers.start();
    const { database } = servers;
    standby = servers.standbys[0]!;
    const config = { databaseReplicaUrl: standby.way.url };
    logger = createLogger('debug', { write: (line: string) => void lines.push(line) });
    app = await startTestApp({ database, config, logger });
    way = await DatabaseProxy.before(database.url);
    other = await startTestApp({ sharing: app, database: { ...database, url: way.url }, config, logger });
    admin = await app.make.apiAdmin();
    superAdmin = await app.make.superAdmin();
    await app.make.catalogue.productType();
    await create();
  });

  afterAll(async () => {
    await other?.stop();
    await app?.stop();
    await way?.cut();
    await servers?.stop();
  });

  afterEach(async () => {
    await standby.resume();
    lines.length = 0;
  });

  async function create(headers: Record<string, string> = {}): Promise<string> {
    count += 1;
    const id = `bundle-${count}`;
    const { status } = await admin.post('commerce/product/create/', bundleBody(id), { headers });
    expect(status).toBe(200);
    return id;
  }

  /** The names in a list, by bundle id, as an instance gives them. */
  async function names(at: TestApp, list = LISTS[0]!): Promise<Record<string, string>> {
    const { headers } = list.startsWith('/') ? superAdmin : admin;
    const { status, body } = await at.send('GET', `${list}?limit=100`, { headers });
    expect(status).toBe(200);
    const bundles = body.data.results as { bundle_id: string; name?: string; bundle_name?: string }[];
    return Object.fromEntries(bundles.map(({ bundle_id, name, bundle_name }) => [bundle_id, name ?? bundle_name!]));
  }

  /** How many lists an instance has read from the replica. */
  async function fromReplica(at: TestApp): Promise<number> {
    const { text } = await at.send('GET', '/metrics');
    return Number(/^commerce_list_reads_total{server="replica",replica="[^"]+"} (\d+)$/m.exec(text)?.[1]);
  }

  async function isUsed(at: TestApp): Promise<boolean> {
    const before = await fromReplica(at);
    await names(at);
    return (await fromReplica(at)) > before;
  }

  /** Waits until both instances read from the replica. */
  async function used(): Promise<void> {
    for (const at of [app, other]) await until(() => isUsed(at));
  }

  /** Both instances write to one log. */
  async function eachHasWarned(): Promise<void> {
    const warnings = (): string[] => lines.filter((line) => line.includes('is not read: '));
    await until(() => warnings().length >= 2);
    expect(warnings()).toHaveLength(2);
  }

  it('answers lists, and nothing else', async () => {
    const id = await create();
    let name = `Bundle ${id}`;
    let count = 0;
    // Again where an instance was not sure for a moment that it knew of all changes, and asked the primary.
    await until(async () => {
      await standby.resume();
      await used();
      await standby.pause();
      // A change past the service, which announces nothing.
      count += 1;
      const [before, after] = [name, `changed ${count}`];
      await servers.database.query(`UPDATE bundles SET name = $2 WHERE bundle_id = $1`, [id, after]);
      name = after;
      const shown = [];
      for (const list of LISTS) shown.push((await names(app, list))[id]);
      return shown.every((one) => one === before);
    });
    expect((await superAdmin.get(`/admin/api/bundles/${id}/`)).body.data.name).toBe(name);
    await standby.resume();
    await until(async () => (await names(app))[id] === name);
    expect(await isUsed(app)).toBe(true);
  });

  it('that replays late never hides what has been confirmed, on no instance', async () => {
    await used();
    await standby.query(`ALTER SYSTEM SET recovery_min_apply_delay = '150ms'`);
    await standby.query('SELECT pg_reload_conf()');
    for (let round = 0; round < 5; round += 1) {
      const id = await create();
      for (const at of [other, app]) expect(await names(at)).toHaveProperty(id);
      await admin.delete(`commerce/product/delete/?bundle_id=${id}`);
      for (const at of [other, app]) expect(await names(at)).not.toHaveProperty(id);
    }
    await standby.query('ALTER SYSTEM RESET recovery_min_apply_delay');
    await standby.query('SELECT pg_reload_conf()');
    await used();
  });

  it('that stops replaying is not read until it has caught up', async () => {
    await used();
    await standby.pause();
    const id = await create();
    const again = await create({ 'idempotency-key': 'once' });
    for (const at of [app, other]) {
      for (const list of LISTS) {
        const found = await names(at, list);
        expect(found).toHaveProperty(id);
        expect(found).toHaveProperty(again);
      }
    }
    expect(await isUsed(app)).toBe(false);
    expect(await isUsed(other)).toBe(false);
    await eachHasWarned();
    await standby.resume();
    await used();
    expect(await names(other)).toHaveProperty(id);
    await eachHasWarned();
  });

  it('is not read by an instance that cannot be told of changes', async () => {
    await used();
    await standby.pause();
    way.silence('commerce-change-feed');
    try {
      const id = await create();
      expect(await names(other)).toHaveProperty(id);
    } finally {
      await way.restore();
    }
    await standby.resume();
    await used();
  });

  it('that is away costs nothing but a warning, and is used again when it is back', async () => {
    await used();
    const lists = Array.from({ length: 20 }, () => names(app));
    await standby.way.cut();
    await Promise.all([...lists, names(app), names(other)]);
    const id = await create();
    expect(await names(app)).toHaveProperty(id);
    expect((await app.send('GET', '/health/ready')).status).toBe(200);
    await standby.way.restore();
    await used();
    expect(await names(app)).toHaveProperty(id);
    await eachHasWarned();
  });

  it('that no longer answers does not keep lists from being answered', async () => {
    await used();
    standby.way.silence();
    for (const at of [app, other]) expect(await isUsed(at)).toBe(false);
    await eachHasWarned();
    await standby.way.restore();
    await used();
  });

  it('that is no standby of the database is not used', async () => {
    const mistaken = await startTestApp({ sharing: app, config: { databaseReplicaUrl: servers.database.url }, logger });
    await until(() => lines.some((line) => line.includes('no standby')));
    expect(await names(mistaken)).toHaveProperty('bundle-1');
    expect(await isUsed(mistaken)).toBe(false);
    await mistaken.stop();
  });

  it('that is promoted is not used any more', async () => {
    await used();
    await standby.query('SELECT pg_promote()');
    // Its own transactions get the numbers that those of the primary will have.
    for (let taken = 0; taken < 50; taken += 1) await standby.query('SELECT pg_current_xact_id()');
    const id = await create();
    for (const at of [app, other]) expect(await names(at)).toHaveProperty(id);
    for (const at of [app, other]) expect(await isUsed(at)).toBe(false);
  });
});
