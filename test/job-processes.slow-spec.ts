import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { LongJobs, LongJobType, type LongJob } from '#common/jobs/index.js';
import { program, ServiceProcess } from './support/service-process.js';
import { startTestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

const CALCULATION = new LongJobType<{ folder: string }>('calculation', { ownProcess: true, retries: 2 });

/** Where jobs are told when to go on. */
const folder = await mkdtemp(join(tmpdir(), 'commerce-jobs-'));
const app = await startTestApp();
const jobs = app.nest.get(LongJobs);
const service = await ServiceProcess.start(
  { DATABASE_URL: app.database.url },
  program('test/support/long-job-program.mjs'),
);

describe('a long job in a process of its own', () => {
  afterAll(async () => {
    await service.end('SIGKILL');
    await app.stop();
    await rm(folder, { recursive: true });
  });

  const add = (): Promise<string> => app.db.transaction((tx) => jobs.add(tx, CALCULATION, { payload: { folder } }));

  async function comesTo(id: string, expected: Partial<LongJob>): Promise<LongJob> {
    await until(async () => expect(await jobs.find(id)).toMatchObject(expected));
    return (await jobs.find(id))!;
  }

  it('holds up no request while it calculates, and lets requests go first with all its threads', async () => {
    const id = await add();
    const { total: pid } = await comesTo(id, { state: 'running', done: 1 });
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(1);
    const priorities = new Set(threads.map((thread) => getPriority(thread)));
    expect([...priorities]).toEqual([constants.priority.PRIORITY_BELOW_NORMAL]);

    // From here on it does nothing but calculate, until it is told to go on.
    await writeFile(join(folder, 'calculate'), '');
    await until(() => existsSync(join(folder, 'calculation')));
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    await rm(join(folder, 'calculate'));
    await comesTo(id, { state: 'done', done: 2 });
  });

  it('is begun again when its process is killed, and can be cancelled there', async () => {
    const id = await add();
    const { total: killed } = await comesTo(id, { state: 'running', done: 1 });
    process.kill(killed!, 'SIGKILL');
    const begunAnew = { state: 'running', error: 'its process ended with SIGKILL' } as const;
    await until(async () => expect((await comesTo(id, begunAnew)).total).not.toBe(killed));
    await jobs.cancel(id);
    await comesTo(id, { state: 'cancelled' });
    await until(() => service.children.length === 0);
  });
});
