import cluster from 'node:cluster';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Supervisor } from './supervisor.js';
import { WorkerEnded } from './worker.js';

describe('a worker that the system cannot start', () => {
  const { cwd } = cluster.settings;
  afterAll(() => cluster.setupPrimary({ cwd }));

  it('has ended, which is told like any other end', async () => {
    cluster.setupPrimary({ cwd: join(tmpdir(), 'no-such-directory') });
    const logger = { info: () => undefined, warn: () => undefined };
    const supervisor = new Supervisor({ count: 2, env: {}, logger });
    await expect(supervisor.start()).rejects.toBeInstanceOf(WorkerEnded);
    await supervisor.stop();
  });
});
