import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import {
  HandlesLongJob,
  Housekeeping,
  LongJobs,
  LongJobType,
  type LongJob,
  type LongJobContext,
} from '#common/jobs/index.js';
import { newId } from '#common/ids.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const STEPS = new LongJobType<{ fails?: number }>('steps', { retries: 1 });

/** Nobody is there who does it. */
const UNKNOWN = new LongJobType('unknown');

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

const app = await useTestApp({ config: { jobConcurrency: 4 }, extensions: [StepsModule] });
const jobs = app.nest.get(LongJobs);
const steps = app.nest.get(Steps, { strict: false });

describe('a long job', () => {
  afterEach(() => {
    steps.attempts = 0;
  });

  function add<Payload extends object>(type: LongJobType<Payload>, payload: Payload): Promise<string> {
    return app.db.transaction((tx) => jobs.add(tx, type, { payload }));
  }

  async function comesTo(id: string, expected: Partial<LongJob>): Promise<LongJob> {
    let job: LongJob | undefined;
    const hasCome = async (): Promise<boolean> => {
      job = await jobs.find(id);
      return Object.entries(expected).every(([key, value]) => job?.[key as keyof LongJob] === value);
    };
    await until(hasCome);
    return job!;
  }

  it('says how far it has come', async () => {
    const id = await add(STEPS, {});
    expect(await comesTo(id, { state: 'running', done: 1 })).toMatchObject({ task: 'steps', total: 2, error: null });
    steps.go();
    expect(await comesTo(id, { state: 'done' })).toMatchObject({ done: 2, total: 2, finishedAt: expect.any(Date) });
  });

  it('is tried again when it fails, as often as its type says', async () => {
    const once = await add(STEPS, { fails: 1 });
    await until(() => steps.attempts === 2);
    expect(await jobs.find(once)).toMatchObject({ state: 'running', error: 'no' });
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
  });

  it('ends when it is cancelled, while it runs and before', async () => {
    const id = await add(STEPS, {});
    await comesTo(id, { state: 'running' });
    await jobs.cancel(id);
    expect(await comesTo(id, { state: 'cancelled' })).toMatchObject({ finishedAt: expect.any(Date) });
    const waiting = await add(UNKNOWN, {});
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
});
