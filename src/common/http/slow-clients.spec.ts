import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fastifyOf, { type FastifyInstance } from 'fastify';
import { fakeOnly } from '#test/support/clock.js';
import { until } from '#test/support/until.js';
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
  let socket: Socket;
  /** Its other end. */
  let accepted: Socket;
  let sent: number;

  beforeEach(async () => {
    fakeOnly(['performance', 'setInterval', 'clearInterval']);
    fastify = fastifyOf();
    closeIdleConnections(fastify, KEEP_MS, LIMIT_MS);
    fastify.get('/', () => 'answer');
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    const connected = once(fastify.server, 'connection') as Promise<[Socket]>;
    socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1').resume();
    sent = 0;
    [accepted] = await connected;
    await send(REQUEST);
    await until(() => socket.bytesRead > 0);
  });
  afterEach(async () => {
    socket.destroy();
    await fastify.close();
    jest.useRealTimers();
  });

  /** Waits until it has come. */
  async function send(text: string): Promise<void> {
    socket.write(text);
    sent += text.length;
    await until(() => accepted.bytesRead === sent);
  }

  it('is ended when nothing but empty lines has come since', async () => {
    for (let passed = 0; passed <= KEEP_MS; passed += KEEP_MS / 8) {
      expect(accepted.destroyed).toBe(false);
      await send('\r\n');
      jest.advanceTimersByTime(KEEP_MS / 8);
    }
    expect(accepted.destroyed).toBe(true);
  });

  it('stays while requests come, also behind empty lines', async () => {
    for (let times = 0; times < 6; times += 1) {
      jest.advanceTimersByTime(KEEP_MS * 0.8);
      const { bytesRead } = socket;
      await send(`\r\n\r\n${REQUEST}`);
      await until(() => socket.bytesRead > bytesRead);
    }
    expect(accepted.destroyed).toBe(false);
  });
});
