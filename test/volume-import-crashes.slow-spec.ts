import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestClient } from './support/factories.js';
import { ServiceProcess } from './support/service-process.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { whileHeld } from './support/while-held.js';

const ROWS = 100;

/** Lets an import hang where it writes. */
const LOCK = 'LOCK TABLE volume_rows IN SHARE MODE';

describe('an import in a process of its own', () => {
  let app: TestApp;
  let root: TestClient;
  let username: string;
  let service: ServiceProcess;

  beforeAll(async () => {
    app = await startTestApp({ config: { jobConcurrency: 0 } });
    root = await app.make.superAdmin();
    ({ username } = (await app.make.member()).user);
    service = await start();
  });
  afterAll(async () => {
    await service.end('SIGKILL');
    await app.stop();
  });

  const start = (): Promise<ServiceProcess> => ServiceProcess.start({ DATABASE_URL: app.database.url });

  /** Asks for an import; its id. */
  async function ask(prefix: string): Promise<string> {
    const header = 'external_id,username,at,business_volume,points,cumulative_volume';
    const at = new Date().toISOString();
    const rows = Array.from({ length: ROWS }, (_, n) => `${prefix}-${n},${username},${at},1.5,1,0`);
    const headers = { 'content-type': 'text/csv' };
    return (await root.post('/admin/api/volumes/import/', [header, ...rows].join('\n'), { headers })).body.data.id;
  }

  const read = async (id: string): Promise<Answer['body']> => (await root.get(`/admin/api/imports/${id}/`)).body.data;
  const written = async (prefix: string): Promise<number> =>
    (await app.database.query('SELECT FROM volume_rows WHERE external_id LIKE $1', [`${prefix}-%`])).length;

  it('leaves nothing behind when it is killed with its instance, and is then done by another', async () => {
    const id = await whileHeld(app.database, LOCK, async (isWanted) => {
      const killed = await ask('killed');
      await isWanted();
      expect(await read(killed)).toMatchObject({ status: 'running' });
      await service.end('SIGKILL');
      return killed;
    });
    expect(await written('killed')).toBe(0);
    service = await start();
    await until(async () => (await read(id)).status === 'done');
    expect(await read(id)).toMatchObject({ rows: ROWS, accepted: ROWS, skipped: 0, refused: [] });
    expect(await written('killed')).toBe(ROWS);
  });

  it('writes nothing when it is cancelled while it runs', async () => {
    const id = await whileHeld(app.database, LOCK, async (isWanted) => {
      const cancelled = await ask('cancelled');
      await isWanted();
      await root.post(`/admin/api/imports/${cancelled}/cancel/`);
      await until(() => service.children.length === 0);
      return cancelled;
    });
    expect(await read(id)).toMatchObject({ status: 'cancelled' });
    expect(await written('cancelled')).toBe(0);
  });
});
