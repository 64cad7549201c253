import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fastifyOf, { type FastifyInstance } from 'fastify';
import { until } from '#test/support/until.js';
import { onceAnswered } from './answered.js';

describe('what is done once a request is answered', () => {
  let fastify: FastifyInstance;
  let told: [url: string, status: number][];
  let answer: () => void;
  let asked: boolean;
  let listeners: number[];

  beforeEach(async () => {
    fastify = fastifyOf();
    // Of an extension, for example: the connection closes meanwhile.
    fastify.addHook('onResponse', () => new Promise((resolve) => setImmediate(resolve)));
    [told, asked] = [[], false];
    onceAnswered(fastify, ({ url }, _reply, status) => told.push([url, status]));
    listeners = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = resolve;
    fastify.get('/', async (_request, reply) => {
      listeners.push(reply.raw.listenerCount('close'));
      return reply.code(201).send('x');
    });
    fastify.get('/slow', async () => {
      asked = true;
      await promise;
      return 'x';
    });
    await fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => fastify.close());

  const address = (): AddressInfo => fastify.server.address() as AddressInfo;
  const ask = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${address().port}${path}`);

  it('is done with its status, once, also where there is no such route', async () => {
    for (const path of ['/', '/nowhere', '/']) await ask(path);
    await until(() => told.length === 3);
    expect(told).toEqual([
      ['/', 201],
      ['/nowhere', 404],
      ['/', 201],
    ]);
  });

  it('is done with 499 as soon as the client has hung up, and not again when the handler ends', async () => {
    const socket = connect(address().port, '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => asked);
    socket.destroy();
    await until(() => told.length > 0);
    answer();
    await ask('/');
    await until(() => told.length > 1);
    expect(told).toEqual([
      ['/slow', 499],
      ['/', 201],
    ]);
  });

  it('takes one listener of each response, however many want to know', async () => {
    const more: number[] = [];
    await ask('/');
    for (let one = 0; one < 5; one += 1) onceAnswered(fastify, (_request, _reply, status) => more.push(status));
    await ask('/');
    await until(() => more.length === 5);
    expect(more).toEqual([201, 201, 201, 201, 201]);
    expect(listeners[1]).toBe(listeners[0]);
  });
});
