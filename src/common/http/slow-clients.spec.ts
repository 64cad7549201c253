import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fastifyOf, { type FastifyInstance } from 'fastify';
import { until } from '../../../test/support/until.js';
import { closeIdleConnections, closeStalledResponses } from './slow-clients.js';

const LIMIT_MS = 300;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('answers of clients that have hung up', () => {
  let fastify: FastifyInstance;
  let pending: () => number;
  let asked: number;
  let answered: number;
  let most: number;
  let answer: () => void;

  beforeEach(async () => {
    fastify = fastifyOf();
    pending = closeStalledResponses(fastify, LIMIT_MS);
    [asked, answered, most] = [0, 0, 0];
    fastify.addHook('onSend', (_request, _reply, payload, done) => {
      answered += 1;
      most = Math.max(most, pending());
      done(null, payload);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = resolve;
    fastify.get('/', async () => {
      asked += 1;
      await promise;
      return 'x'.repeat(1_000);
    });
    await fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => fastify.close());

  it.each([
    ['one', 1],
    ['several, one behind the other,', 5],
  ])('are looked after no longer when %s had been asked for', async (_what, count) => {
    const { port } = fastify.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(REQUEST.repeat(count));
    await until(() => asked === count);
    socket.destroy();
    await until(
      () => new Promise<boolean>((resolve) => fastify.server.getConnections((_, open) => resolve(open === 0))),
    );
    answer();
    await until(() => answered === count);
    expect(most).toBe(count);
    await until(() => pending() === 0);
  });

  it('are looked after no longer when they have been taken', async () => {
    answer();
    expect((await fastify.inject('/')).statusCode).toBe(200);
    expect(most).toBe(1);
    expect(pending()).toBe(0);
  });
});

describe('a connection that was kept after an answer', () => {
  const KEEP_MS = 400;
  let fastify: FastifyInstance;
  let asked: number;

  beforeEach(async () => {
    fastify = fastifyOf({ keepAliveTimeout: KEEP_MS });
    closeIdleConnections(fastify, KEEP_MS, LIMIT_MS);
    asked = 0;
    fastify.get('/', () => `answer ${(asked += 1)}`);
    await fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => fastify.close());

  it('is ended when nothing but empty lines has come since', async () => {
    const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1').resume();
    socket.on('error', () => undefined);
    socket.write(REQUEST);
    await until(() => asked === 1);
    const drip = setInterval(() => socket.writable && socket.write('\r\n'), KEEP_MS / 8);
    try {
      await until(() => socket.closed);
    } finally {
      clearInterval(drip);
    }
  });

  it('stays while requests come, also behind empty lines', async () => {
    const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1').resume();
    const begun = performance.now();
    for (let sent = 1; performance.now() - begun < 3 * KEEP_MS; sent += 1) {
      socket.write(`\r\n\r\n${REQUEST}`);
      await until(() => asked === sent);
    }
    expect(socket.closed).toBe(false);
    socket.destroy();
  });
});
