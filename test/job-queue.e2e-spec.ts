import { describe, expect, it, jest } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { HOUSEKEEPING, Job, JobQueue, JobType, Retention, type JobContext } from '#common/jobs/index.js';
import { fakeOnly } from './support/clock.js';
import { startTestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

/** Milliseconds after which a run that has not looked once never will. */
const FIRST_LOOK_MS = 10_001;

interface Payload {
  name: string;
}

const WORK = new JobType<Payload>('work');
const FAILING = new JobType<Payload>('failing-work', { retries: 1 });
const LATE = new JobType<Payload>('late-work', { keyMode: 'preserve_run_at' });
const OTHER = new JobType('other-work');

/** A room with work: what was begun, and how it ends. */
@Injectable()
class Work {
  readonly begun: string[] = [];
  end: Promise<void> = Promise.resolve();

  @Job(WORK)
  async work({ name }: Payload, { signal }: JobContext): Promise<void> {
    this.begun.push(name);
    await Promise.race([this.end, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
  }

  @Job(LATE)
  async late({ name }: Payload): Promise<void> {
    this.begun.push(name);
    await this.end;
  }

  @Job(FAILING)
  async fail({ name }: Payload, { attempt }: JobContext): Promise<void> {
    this.begun.push(`${name} ${attempt}`);
    await Promise.reject(new Error('no'));
  }

  @Retention('nothing')
  forget(): Promise<void> {
    this.begun.push('retention');
    return Promise.resolve();
  }
}

@Module({ providers: [Work] })
class WorkModule {}

/** Work that only another instance has. */
@Injectable()
class OtherWork {
  count = 0;

  @Job(OTHER)
  work(): Promise<void> {
    this.count += 1;
    return Promise.resolve();
  }
}

@Module({ providers: [OtherWork] })
class OtherWorkModule {}

const app = await useTestApp({ config: { jobConcurrency: 10 }, extensions: [WorkModule] });
const jobs = app.nest.get(JobQueue);
const work = app.nest.get(Work, { strict: false });

function add(name: string, queue = name): Promise<void> {
  return jobs.add(null, WORK, { payload: { name }, queue, key: name });
}

function begun(name: string): number {
  return work.begun.filter((other) => other === name).length;
}

/** Lets jobs run on until the returned function is called. */
function hold(): () => void {
  let release: () => void = () => undefined;
  work.end = new Promise((resolve) => (release = resolve));
  return release;
}

/** Workers that have given a sign of life. */
async function beats(): Promise<number> {
  return (await app.database.query(`SELECT FROM job_workers WHERE id LIKE 'pool-%'`)).length;
}

/** Jobs that wait or run under a key. */
async function waiting(key: string): Promise<number> {
  return (await app.database.query('SELECT FROM graphile_worker.jobs WHERE key = $1', [key])).length;
}

async function queues(): Promise<string[]> {
  const rows = await app.database.query<{ queue_name: string }>(
    'SELECT queue_name FROM graphile_worker._private_job_queues',
  );
  return rows.map(({ queue_name }) => queue_name);
}

/** Takes a job as a worker would that then dies, seconds ago. */
async function takeAs(worker: string, name: string, seconds: number): Promise<void> {
  await app.database.query(
    `WITH job AS (UPDATE graphile_worker._private_jobs SET attempts = attempts + 1, locked_by = $1,
            locked_at = now() - make_interval(secs => $3) WHERE key = $2 RETURNING job_queue_id)
     UPDATE graphile_worker._private_job_queues SET locked_by = $1, locked_at = now() - make_interval(secs => $3)
      WHERE id = (SELECT job_queue_id FROM job)`,
    [worker, name, seconds],
  );
}

/** When a job may run next. */
async function runAt(key: string): Promise<Date> {
  const rows = await app.database.query<{ run_at: Date }>('SELECT run_at FROM graphile_worker.jobs WHERE key = $1', [
    key,
  ]);
  return rows[0]!.run_at;
}

/** Makes that time come. */
async function passTime(key: string): Promise<void> {
  await app.database.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = $1', [key]);
}

/** Adds a job that no worker of this instance can take before it is taken otherwise. */
async function addTaken(worker: string, name: string, seconds: number): Promise<void> {
  await app.database.query(
    `SELECT graphile_worker.add_job('work', json_build_object('name', $1::text), $1::text, run_at => now() + interval '1 hour', job_key => $1::text)`,
    [name],
  );
  await takeAs(worker, name, seconds);
  await passTime(name);
}

describe('the job queue', () => {
  it('runs one job of a queue at a time, and keeps one that is asked for meanwhile', async () => {
    const release = hold();
    await add('first', 'one queue');
    await until(() => begun('first') === 1);
    await add('second', 'one queue');
    await add('second', 'one queue');
    await add('other');
    await until(() => begun('other') === 1);
    expect(begun('second')).toBe(0);
    release();
    await until(() => begun('second') === 1);
  });

  it('runs a job again that is asked for while it runs', async () => {
    const release = hold();
    await add('again');
    await until(() => begun('again') === 1);
    await add('again');
    release();
    await until(() => begun('again') === 2);
  });

  it('asks only for those that neither wait nor run', async () => {
    const release = hold();
    await add('running');
    await until(() => begun('running') === 1);
    const request = (name: string) => ({ payload: { name }, queue: name, key: name });
    await jobs.addMissing(WORK, request('running'), request('missing'));
    await until(() => begun('missing') === 1);
    release();
    await add('last');
    await until(() => begun('last') === 1);
    expect([begun('running'), begun('missing')]).toEqual([1, 1]);
  });

  it('tries a job again that has failed, later and as often as its type says, and lets others of its queue pass', async () => {
    await jobs.add(null, FAILING, { payload: { name: 'failing' }, queue: 'failing', key: 'failing' });
    await until(() => begun('failing 1') === 1);
    await add('after a failure', 'failing');
    await until(() => begun('after a failure') === 1);
    expect(begun('failing 2')).toBe(0);
    await passTime('failing');
    await until(() => begun('failing 2') === 1);
    await until(async () => (await waiting('failing')) === 0);
  });

  it('runs a job of a transaction once that has committed, and never one of a transaction that was rolled back', async () => {
    const request = (name: string) => ({ payload: { name }, key: name });
    const undone = app.db.transaction(async (tx) => {
      await jobs.add(tx, WORK, request('undone'));
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    await app.db.transaction(async (tx) => {
      await jobs.add(tx, WORK, request('done'));
      await add('meanwhile');
      await until(() => begun('meanwhile') === 1);
      expect(begun('done')).toBe(0);
    });
    await until(() => begun('done') === 1);
    expect([begun('undone'), await waiting('undone')]).toEqual([0, 0]);
  });

  it('begins a job no sooner than it is told, and keeps that time when it is asked for again, if its type says so', async () => {
    const time = new Date('2100-01-01');
    await jobs.add(null, LATE, { payload: { name: 'early' }, key: 'late', runAt: time });
    await jobs.add(null, LATE, { payload: { name: 'late' }, key: 'late' });
    await add('meantime');
    await until(() => begun('meantime') === 1);
    expect([begun('late'), await runAt('late')]).toEqual([0, time]);
    await passTime('late');
    await until(() => begun('late') === 1);
    expect(begun('early')).toBe(0);
  });

  it('has a schedule for housekeeping, which calls what each room has declared', async () => {
    const known = await app.database.query<{ identifier: string }>(
      'SELECT identifier FROM graphile_worker._private_known_crontabs',
    );
    expect(known).toContainEqual({ identifier: HOUSEKEEPING.task });
    await jobs.add(null, HOUSEKEEPING, { payload: {} });
    await until(() => begun('retention') === 1);
  });

  it('takes over the jobs of a worker that has died, and leaves those of one that lives alone', async () => {
    await app.database.query(
      `INSERT INTO job_workers (id, seen_at) VALUES ('living', now() + interval '1 hour'), ('dead', now() - interval '1 minute')`,
    );
    await addTaken('living', 'of the living', 60);
    await addTaken('dead', 'of the dead', 60);
    await addTaken('never seen', 'of the unknown', 60);
    await addTaken('beginner', 'of the beginner', 0);
    await until(() => begun('of the dead') === 1 && begun('of the unknown') === 1);
    expect([begun('of the living'), begun('of the beginner')]).toEqual([0, 0]);
  });

  it('frees a queue whose job was ended by another worker, under the one that had taken it over', async () => {
    const release = hold();
    await addTaken('elsewhere', 'taken', 60);
    await until(() => begun('taken') === 1);
    await app.database.query(`DELETE FROM graphile_worker._private_jobs WHERE key = 'taken'`);
    await add('next', 'taken');
    release();
    await until(() => begun('next') === 1);
  });

  it('frees a queue that a worker has held which then died, without a job', async () => {
    const setSeen = (interval: string) =>
      app.database.query(
        `INSERT INTO job_workers (id, seen_at) VALUES ('dying', now() + $1::interval)
             ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
        [interval],
      );
    await setSeen('1 hour');
    await addTaken('dying', 'gone', 60);
    await app.database.query(`DELETE FROM graphile_worker._private_jobs WHERE key = 'gone'`);
    await setSeen('-1 minute');
    await add('next of it', 'gone');
    await until(() => begun('next of it') === 1);
  });

  it('is tidied: queues without jobs go, those with jobs stay, dead jobs go', async () => {
    const release = hold();
    await add('tidied');
    await until(() => begun('tidied') === 1);
    await app.database.query(
      `SELECT graphile_worker.add_job('work', queue_name => 'dead', job_key => 'dead', run_at => now() + interval '1 hour')`,
    );
    await app.database.query(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'dead'`);
    await jobs.tidy();
    const kept = await queues();
    expect(kept).toContain('tidied');
    expect(kept).not.toContain('dead');
    release();
    await add('tidied');
    await until(() => begun('tidied') === 2);
  });

  it('recovers when its tables could not be read at first', async () => {
    await app.database.query('ALTER TABLE graphile_worker._private_tasks RENAME TO away');
    const other = await startTestApp({ config: { jobConcurrency: 10 }, extensions: [OtherWorkModule], sharing: app });
    // Long enough for the first look to have failed: a later one would find a table that is there.
    await until(async () => (await beats()) > 1);
    await app.database.query('ALTER TABLE graphile_worker.away RENAME TO _private_tasks');
    const theirs = other.nest.get(OtherWork, { strict: false });
    await other.nest.get(JobQueue).add(null, OTHER, { payload: {}, queue: 'other', key: 'other' });
    fakeOnly(['performance']);
    jest.advanceTimersByTime(FIRST_LOOK_MS);
    await until(() => theirs.count === 1);
    jest.useRealTimers();
    await other.stop();
  });
});
