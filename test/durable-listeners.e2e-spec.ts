import { Injectable, Module } from '@nestjs/common';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import {
  BestEffortListener,
  DurableListener,
  HandlerRegistry,
  Subscriber,
  type DurableContext,
  type EventOf,
} from '#common/events/index.js';
import { Job, JobQueue, JobType } from '#common/jobs/index.js';
import { DurableListeners } from '#common/events/durable-listeners.js';
import { createLogger } from '#common/logging/logger.js';
import { bundleBody } from './support/bundles.js';
import type { TestClient } from './support/factories.js';
import { startTestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

interface Call {
  event: EventOf;
  context: DurableContext;
}

const calls: Call[] = [];
let failures = 0;
let refuses = false;
/** What calls wait for, if anything. */
let gate: Promise<void> | undefined;
const ended: string[] = [];
const OTHER = new JobType<Record<string, never>>('another job');

/** Fails as often as a test wants, and writes down how it was called. */
@Injectable()
class Points {
  @DurableListener('points.earn', 'wishlist.updated', 'bundle.created')
  async earn(event: EventOf<'wishlist.updated' | 'bundle.created'>, context: DurableContext): Promise<void> {
    calls.push({ event, context });
    if (failures-- > 0) throw new Error('not now');
    await gate;
    ended.push('event');
  }

  @Job(OTHER)
  async other(): Promise<void> {
    ended.push('other');
    await Promise.resolve();
  }

  @Subscriber('wishlist.updated')
  async refuse(_tx: EntityManager): Promise<void> {
    if (refuses) throw new AppError('CONFLICT', 'the points are closed');
  }

  @BestEffortListener('wishlist.updated')
  fail(): void {
    throw new Error('nobody hears of it');
  }
}

@Module({ providers: [Points] })
class PointsModule {}

const JOBS = `SELECT key, attempts, run_at, max_attempts FROM graphile_worker.jobs WHERE task_identifier = 'listener points.earn'`;

const lines: string[] = [];
const app = await useTestApp({
  config: { jobConcurrency: 4 },
  extensions: [PointsModule],
  logger: createLogger('warn', { write: (line) => void lines.push(line) }),
});
const { id: product_id } = await app.make.catalogue.product();

describe('a durable listener', () => {
  let member: TestClient;

  beforeEach(async () => {
    member = await app.make.member();
    calls.length = ended.length = failures = 0;
    refuses = false;
  });

  const wish = () => member.post('commerce/wishlist-add/', { product_id });
  const stored = async (): Promise<{ id: string; data: unknown; timestamp: Date }> => {
    const sql = `SELECT id, data, timestamp FROM events WHERE type = 'wishlist.updated' AND data ->> 'uid' = $1`;
    return (
      await app.database.query<{ id: string; data: unknown; timestamp: Date }>(sql, [String(member.user.uid)])
    )[0]!;
  };
  const called = (times: number) => until(() => calls.length >= times, 60_000, `${times} calls`);

  it('is called after the commit with what was recorded, and a key', async () => {
    expect((await wish()).status).toBe(200);
    await called(1);
    const { id, data, timestamp } = await stored();
    expect(calls[0]).toMatchObject({
      event: { id, type: 'wishlist.updated', timestamp: timestamp.toISOString(), data },
      context: { key: `points.earn:${id}`, attempt: 1 },
    });
    await until(async () => (await app.database.query(JOBS)).length === 0, 10_000, 'its job ends');
  });

  it('is called again with the same key while it throws, and then no more', async () => {
    failures = 1;
    await wish();
    await called(2);
    expect(calls.map(({ context }) => context.attempt)).toEqual([1, 2]);
    expect(new Set(calls.map(({ context }) => context.key)).size).toBe(1);
    await until(async () => (await app.database.query(JOBS)).length === 0, 10_000, 'its job ends');
  });

  it('has its event, its attempt and its stack in the log when it throws', async () => {
    failures = 1;
    await wish();
    await called(2);
    const { id } = await stored();
    const logged = lines.map((line) => JSON.parse(line) as { msg: string; stack?: string });
    const said = `a job of listener points.earn failed: not now, event ${id} (wishlist.updated), attempt 1`;
    expect(logged.find(({ msg }) => msg === said)?.stack).toMatch(/not now\n.*Points\.earn/s);
  });

  it('waits longer after each failure, and is given up after 80 retries', async () => {
    failures = 1;
    await wish();
    await called(1);
    const waiting = () => app.database.query<{ max_attempts: number }>(`${JOBS} AND attempts = 1 AND run_at > now()`);
    await until(async () => (await waiting()).length === 1, 10_000, 'its job waits');
    // Beyond the retries, only attempts whose processes died.
    expect((await waiting())[0]!.max_attempts).toBe(80 + 1 + 20);
    await called(2);
  });

  it('is called once for each event of a request', async () => {
    const admin = await app.make.apiAdmin();
    await app.make.catalogue.productType();
    const headers = { 'content-type': 'application/json' };
    const bundles = JSON.stringify([bundleBody('durable-1'), bundleBody('durable-2')]);
    expect((await admin.post('commerce/product/bulk/create/', bundles, { headers })).status).toBe(200);
    await called(2);
    const ids = calls.map(({ event }) => event.type === 'bundle.created' && event.data.bundle_id);
    expect(ids.sort()).toEqual(['durable-1', 'durable-2']);
  });

  it('has no job for a change that was refused, nor for a history that is written afterwards', async () => {
    refuses = true;
    expect((await wish()).status).toBe(409);
    refuses = false;
    await app.nest.get(HandlerRegistry).withoutListeners(wish);
    expect(await app.database.query(JOBS)).toEqual([]);
    expect(calls).toEqual([]);
  });

  const thirtyBundles = async (name: string): Promise<void> => {
    const admin = await app.make.apiAdmin();
    await app.make.catalogue.productType();
    const headers = { 'content-type': 'application/json' };
    const bundles = JSON.stringify(Array.from({ length: 30 }, (_, at) => bundleBody(`${name}-${at}`)));
    expect((await admin.post('commerce/product/bulk/create/', bundles, { headers })).status).toBe(200);
    await called(4);
  };
  const otherIsDone = () => until(() => ended.includes('other'), 60_000, 'the other job is done');

  it('keeps no other job waiting, however many events somebody causes', async () => {
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    await thirtyBundles('many');
    await app.nest.get(JobQueue).add(null, OTHER, { payload: {} });
    open();
    await otherIsDone();
    // Some were fetched before.
    expect(ended.indexOf('other')).toBeLessThan(20);
    await until(() => ended.length === 31, 60_000, 'all are done');
  });

  it('fails when it hangs, and holds no place among the jobs', async () => {
    const listeners = app.nest.get(DurableListeners, { strict: false });
    const { longestMs } = listeners;
    listeners.longestMs = 50;
    gate = new Promise(() => undefined);
    try {
      await thirtyBundles('hanging');
      await app.nest.get(JobQueue).add(null, OTHER, { payload: {} });
      await otherIsDone();
      expect(calls[0]!.context.signal.aborted).toBe(true);
    } finally {
      gate = undefined;
      listeners.longestMs = longestMs;
    }
    await until(async () => (await app.database.query(JOBS)).length === 0, 60_000, 'they are called again');
  });

  it('is called even if no process that knows of the change is alive any more', async () => {
    const other = await startTestApp({ config: { jobConcurrency: 0 }, extensions: [PointsModule], sharing: app });
    try {
      const headers = member.headers;
      await other.send('POST', 'commerce/wishlist-add/', { headers, payload: { product_id } });
    } finally {
      await other.nest.close();
    }
    await called(1);
  });
});
