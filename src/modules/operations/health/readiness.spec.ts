import { describe, expect, it } from '@jest/globals';
import fastifyOf from 'fastify';
import type { Database } from '#common/database/index.js';
import type { LiveThread } from '#network/live/index.js';
import { Readiness, type WriteProbe } from './readiness.js';

describe('a service that is told to stop', () => {
  it('keeps no connection open for which it was at work then', async () => {
    const readiness = new Readiness({} as Database, {} as WriteProbe, {} as LiveThread);
    const fastify = fastifyOf();
    readiness.watch(fastify);
    fastify.get('/', () => {
      readiness.stop();
      return 'done';
    });
    const { headers, statusCode } = await fastify.inject('/');
    expect([statusCode, headers.connection]).toEqual([200, 'close']);
    await fastify.close();
  });
});

describe('a service that loads the network', () => {
  it('is not ready before it has', async () => {
    const live = { isMissing: true };
    const idle = { query: () => Promise.resolve([]), check: () => Promise.resolve() };
    const readiness = new Readiness(idle as unknown as Database, idle as unknown as WriteProbe, live as LiveThread);
    await expect(readiness.check()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    live.isMissing = false;
    expect(await readiness.check()).toEqual({ status: 'ok' });
  });
});
