import cluster from 'node:cluster';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startWorker } from './running-worker.js';
import { WorkerEnded } from './worker-ended.js';

describe('a worker that the system cannot start', () => {
  const { cwd } = cluster.settings;
  afterAll(() => cluster.setupPrimary({ cwd }));

  it('has ended, which is told like any other end', async () => {
    cluster.setupPrimary({ cwd: join(tmpdir(), 'no-such-directory') });
    const worker = startWorker({ number: 2, makesFirstStart: false }, {}, {});
    await expect(worker.ready).rejects.toBeInstanceOf(WorkerEnded);
    await expect(worker.ended).resolves.toMatchObject({ code: 1, signal: null });
    expect(worker.pid).toBeUndefined();
    expect(worker.isReady()).toBe(false);
  });
});
