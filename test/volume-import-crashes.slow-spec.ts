import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestClient } from './support/factories.js';
import { ServiceProcess } from './support/service-process.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

/** Milliseconds in which a worker that gives no sign of life is found, and its import begun anew and done. */
const PATIENCE_MS = 90_000;

const ROWS = 40_000;

describe('an import in a process of its own', () => {
  let app: TestApp;
  let root: TestClient;
  let username: string;
  const running: ServiceProcess[] = [];

  beforeAll(async () => {
    app = await startTestApp({ config: { jobConcurrency: 0 } });
    root = await app.make.superAdmin();
    ({ username } = (await app.make.member()).user);
  });
  afterEach(() => Promise.all(running.splice(0).map((service) => service.end('SIGKILL'))));
  afterAll(() => app.stop());

  async function start(): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({ DATABASE_URL: app.database.url });
    running.push(service);
    return service;
  }

  /** Asks for an import of many rows; its id. */
  async function ask(prefix: string): Promise<string> {
    const header = 'external_id,username,at,business_volume,points,cumulative_volume';
    const at = new Date().toISOString();
    const rows = Array.from({ length: ROWS }, (_, n) => `${prefix}-${n},${username},${at},1.5,1,0`);
    const headers = { 'content-type': 'text/csv' };
    return (await root.post('/admin/api/volumes/import/', [header, ...rows].join('\n'), { headers })).body.data.id;
  }

  const read = async (id: string): Promise<Answer['body']> => (await root.get(`/admin/api/imports/${id}/`)).body.data;
  const written = async (prefix: string): Promise<number> => {
    const sql = 'SELECT count(*)::integer AS count FROM volume_rows WHERE external_id LIKE $1';
    return (await app.database.query<{ count: number }>(sql, [`${prefix}-%`]))[0]!.count;
  };

  it(
    'leaves nothing behind when it is killed, and is then done by another',
    async () => {
      const id = await ask('killed');
      const first = await start();
      await until(async () => (await read(id)).status === 'running', PATIENCE_MS);
      await first.end('SIGKILL');
      expect([0, ROWS]).toContain(await written('killed'));
      await start();
      await until(async () => (await read(id)).status === 'done', PATIENCE_MS);
      expect(await read(id)).toMatchObject({ rows: ROWS, accepted: ROWS, skipped: 0, refused: [] });
      expect(await written('killed')).toBe(ROWS);
    },
    2 * PATIENCE_MS,
  );

  it(
    'writes nothing when it is cancelled while it runs',
    async () => {
      const id = await ask('cancelled');
      await start();
      await until(async () => (await read(id)).status === 'running', PATIENCE_MS);
      await root.post(`/admin/api/imports/${id}/cancel/`);
      await until(async () => ['cancelled', 'done'].includes((await read(id)).status), PATIENCE_MS);
      expect(await written('cancelled')).toBe((await read(id)).status === 'done' ? ROWS : 0);
    },
    2 * PATIENCE_MS,
  );
});
