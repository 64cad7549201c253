import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { Injectable, Module } from '@nestjs/common';
import {
  HandlesLongJob,
  Housekeeping,
  LongJobs,
  LongJobType,
  type LongJob,
  type LongJobContext,
} from '../src/common/jobs/index.js';
import { newId } from '../src/common/ids.js';
import { program, ServiceProcess } from './support/service-process.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

/** Milliseconds in which a worker that gives no sign of life is found, and its job begun anew. */
const PATIENCE_MS = 60_000;

/** Milliseconds that a request may wait while a job reckons. */
const QUICK_MS = 1_000;

const PROGRAM = program('test/support/long-job-program.mjs');

const STEPS = new LongJobType<{ fails?: number }>('steps', { retries: 1 });
const RECKONING = new LongJobType<{ ms: number; waits?: boolean }>('reckoning', { ownProcess: true, retries: 2 });

/** A room with a long job. */
@Injectable()
class Steps {
  go: () => void = () => undefined;
  attempts = 0;

  @HandlesLongJob(STEPS)
  async step({ fails = 0 }: { fails?: number }, { progress, signal }: LongJobContext): Promise<void> {
    this.attempts += 1;
    progress(1, 2);
    if (this.attempts <= fails) throw new Error('no');
    await new Promise<void>((resolve) => {
      this.go = resolve;
      signal.addEventListener('abort', () => resolve());
    });
    signal.throwIfAborted();
    progress(2, 2);
  }
}

@Module({ providers: [Steps] })
class StepsModule {}

describe('a long job', () => {
  let app: TestApp;
  let jobs: LongJobs;
  let steps: Steps;
  const running: ServiceProcess[] = [];

  beforeAll(async () => {
    app = await startTestApp({ config: { jobConcurrency: 4 }, extensions: [StepsModule] });
    jobs = app.nest.get(LongJobs);
    steps = app.nest.get(Steps, { strict: false });
  });
  afterEach(async () => {
    steps.attempts = 0;
    await Promise.all(running.splice(0).map((service) => service.end('SIGKILL')));
  });
  afterAll(() => app.stop());

  function add<Payload extends object>(type: LongJobType<Payload>, payload: Payload): Promise<string> {
    return app.db.transaction((tx) => jobs.add(tx, type, { payload }));
  }

  async function comesTo(id: string, expected: Partial<LongJob>): Promise<LongJob> {
    let job: LongJob | undefined;
    const hasCome = async (): Promise<boolean> => {
      job = await jobs.find(id);
      return Object.entries(expected).every(([key, value]) => job?.[key as keyof LongJob] === value);
    };
    await until(hasCome, PATIENCE_MS);
    return job!;
  }

  /** Another instance, which has the job that reckons. */
  async function instance(): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({ DATABASE_URL: app.database.url }, undefined, PROGRAM);
    running.push(service);
    return service;
  }

  it('says how far it has come', async () => {
    const id = await add(STEPS, {});
    expect(await comesTo(id, { state: 'running', done: 1 })).toMatchObject({ task: 'steps', total: 2, error: null });
    steps.go();
    expect(await comesTo(id, { state: 'done' })).toMatchObject({ done: 2, total: 2, finishedAt: expect.any(Date) });
  });

  it(
    'is tried again when it fails, as often as its type says',
    async () => {
      const once = await add(STEPS, { fails: 1 });
      await comesTo(once, { state: 'waiting', error: 'no' });
      await comesTo(once, { state: 'running', done: 1 });
      steps.go();
      await comesTo(once, { state: 'done', error: null });
      steps.attempts = 0;
      const always = await add(STEPS, { fails: 3 });
      expect(await comesTo(always, { state: 'failed' })).toMatchObject({ error: 'no' });
      expect(steps.attempts).toBe(2);
      const { text } = await app.send('GET', '/metrics');
      const counts = [...text.matchAll(/^commerce_long_job_attempts_total{task="steps",outcome="(\w+)"} (\d+)$/gm)];
      // The first job was tried again and done, the second tried again and failed; one of another test was done before.
      expect(Object.fromEntries(counts.map(([, outcome, count]) => [outcome, Number(count)]))).toEqual({
        done: 2,
        retry: 2,
        failed: 1,
      });
    },
    PATIENCE_MS,
  );

  it('ends when it is cancelled, while it runs and before', async () => {
    const id = await add(STEPS, {});
    await comesTo(id, { state: 'running' });
    await jobs.cancel(id);
    expect(await comesTo(id, { state: 'cancelled' })).toMatchObject({ finishedAt: expect.any(Date) });
    // Nobody is there who does it.
    const waiting = await add(RECKONING, { ms: 0 });
    await jobs.cancel(waiting);
    expect(await jobs.find(waiting)).toMatchObject({ state: 'cancelled' });
  });

  it('fails in the end when its last attempt could not say how it ended', async () => {
    const id = newId();
    await app.db.dataSource.query(
      `INSERT INTO long_jobs (id, task, payload, state, runner, heartbeat_at)
       VALUES ($1, 'steps', '{}', 'running', $2, now() - interval '11 minutes')`,
      [id, newId()],
    );
    await app.nest.get(Housekeeping, { strict: false }).round();
    expect(await jobs.find(id)).toMatchObject({ state: 'failed', error: 'its process has died' });
  });

  it('comes about with its transaction alone', async () => {
    let id = '';
    const undone = app.db.transaction(async (tx) => {
      id = await jobs.add(tx, STEPS, { payload: {} });
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    expect(await jobs.find(id)).toBeUndefined();
  });

  it(
    'holds up no request while it reckons in a process of its own, and can be cancelled there',
    async () => {
      const service = await instance();
      const id = await add(RECKONING, { ms: 4_000 });
      await comesTo(id, { state: 'running', done: 1 });
      for (let job = await jobs.find(id); job?.state === 'running'; job = await jobs.find(id)) {
        const begun = performance.now();
        expect((await fetch(`${service.url}/health/live`)).status).toBeLessThan(500);
        expect(performance.now() - begun).toBeLessThan(QUICK_MS);
      }
      await comesTo(id, { state: 'done', done: 2 });
      const endless = await add(RECKONING, { ms: 0, waits: true });
      await comesTo(endless, { state: 'running', done: 1 });
      await jobs.cancel(endless);
      await comesTo(endless, { state: 'cancelled' });
      expect(await service.end('SIGTERM')).toBe(0);
    },
    2 * PATIENCE_MS,
  );

  it(
    'lets requests go first, with all threads of its process',
    async () => {
      await instance();
      const id = await add(RECKONING, { ms: 0, waits: true });
      const { total: pid } = await comesTo(id, { state: 'running', done: 1 });
      const threads = readdirSync(`/proc/${pid}/task`).map(Number);
      expect(threads.length).toBeGreaterThan(1);
      const priorities = new Set(threads.map((thread) => getPriority(thread)));
      expect([...priorities]).toEqual([constants.priority.PRIORITY_BELOW_NORMAL]);
      await jobs.cancel(id);
      await comesTo(id, { state: 'cancelled' });
    },
    PATIENCE_MS,
  );

  it(
    'is begun anew when its process is killed, or the instance that has it',
    async () => {
      const service = await instance();
      const id = await add(RECKONING, { ms: 0, waits: true });
      const { total: first } = await comesTo(id, { state: 'running', done: 1 });
      process.kill(first!, 'SIGKILL');
      await comesTo(id, { state: 'waiting', error: 'its process ended with SIGKILL' });
      const isAnother = (than: number | null) => async () => {
        const job = await jobs.find(id);
        return job?.state === 'running' && job.total !== null && job.total !== than;
      };
      await until(isAnother(first), PATIENCE_MS);
      const { total: second } = (await jobs.find(id))!;
      await service.end('SIGKILL');
      await instance();
      await until(isAnother(second), PATIENCE_MS);
      await jobs.cancel(id);
      await comesTo(id, { state: 'cancelled' });
    },
    2 * PATIENCE_MS,
  );
});
