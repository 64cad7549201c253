import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fastifyOf, { type FastifyInstance } from 'fastify';
import { until } from '#test/support/until.js';
import { boundBodies } from './bodies-in-flight.js';
import { registerBodyParsers } from './body-parsers.js';
import { type FormBody } from '../validation/form-fields.js';

const KIB = 1_024;
const LIMITS = { maxTotal: 120 * KIB, maxPerAddress: 80 * KIB };

describe('the bytes of bodies that are held', () => {
  let fastify: FastifyInstance;
  let held: () => number;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    fastify = fastifyOf({ trustProxy: true });
    held = boundBodies(fastify, LIMITS);
    await registerBodyParsers(fastify);
    fastify.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    fastify.addContentTypeParser('text/small', { parseAs: 'buffer', bodyLimit: KIB }, (_request, body, done) =>
      done(null, body),
    );
    // As the service does: after 413 it reads on, so that the client sees the answer.
    fastify.setErrorHandler((error: { statusCode?: number; status?: number }, _request, reply) => {
      if (error.statusCode === 413) reply.removeHeader('connection');
      return reply.code(error.status ?? error.statusCode ?? 500).send('refused');
    });
    fastify.post('/form', (request) => Object.keys((request.body as FormBody).fields));
    fastify.post('/', (request) => `took ${(request.body as Buffer).length}`);
    await fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    return fastify.close();
  });

  /** Begins a request from an address. */
  function begin(
    address: string,
    length: string,
    body: string,
    type = 'text/plain',
    path = '/',
  ): { socket: Socket; answer: () => string } {
    const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
    socket.write(head + body);
    return { socket, answer: () => text };
  }
  const chunkOf = (kib: number): string => `${(kib * KIB).toString(16)}\r\n${'x'.repeat(kib * KIB)}\r\n`;
  const announced = `Content-Length: ${1_000 * KIB}`;

  it('count as they come, whatever was announced, until the client hangs up', async () => {
    const { socket } = begin('192.0.2.1', announced, 'x'.repeat(60 * KIB));
    await until(() => held() === 60 * KIB);
    socket.destroy();
    await until(() => held() === 0);
  });

  it('are free again once the request is answered', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { answer } = begin('192.0.2.1', `Content-Length: ${60 * KIB}`, 'x'.repeat(60 * KIB));
      await until(() => answer().includes(`took ${60 * KIB}`));
      await until(() => held() === 0);
    }
  });

  it.each([
    ['announced', announced, ''],
    ['in chunks', 'Transfer-Encoding: chunked', `${(200 * KIB).toString(16)}\r\n`],
  ])('have a most for an address: %s, 429, and the rest is not read', async (_what, length, start) => {
    const { socket, answer } = begin('192.0.2.1', length, start + 'x'.repeat(100 * KIB));
    await until(() => answer().includes(' 429 ') || socket.closed);
    expect(answer().toLowerCase()).toMatch(/ 429 [^]*connection: close/);
    await until(() => socket.closed && held() === 0);
  });

  it('that come after the answer, to be thrown away, do not count', async () => {
    const { socket, answer } = begin('192.0.2.1', 'Transfer-Encoding: chunked', chunkOf(70), 'text/small');
    await until(() => answer().includes(' 413 '));
    await until(() => held() === 0);
    socket.write(`${chunkOf(70)}0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(() => answer().includes(' 404 '));
    expect(held()).toBe(0);
  });

  it('have a most for a form of many parts too: 429, and the rest is not read', async () => {
    const part = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(100 * KIB)}\r\n`;
    const { socket, answer } = begin('192.0.2.1', announced, part, 'multipart/form-data; boundary=x', '/form');
    await until(() => answer().includes('\r\n\r\n') || socket.closed);
    expect(answer()).toContain(' 429 ');
    expect(answer().toLowerCase()).toContain('connection: close');
    await until(() => socket.closed && held() === 0);
  });

  it('have a most for the instance, whoever sends them', async () => {
    begin('192.0.2.1', announced, 'x'.repeat(70 * KIB));
    await until(() => held() === 70 * KIB);
    const { answer } = begin('192.0.2.2', announced, 'x'.repeat(70 * KIB));
    await until(() => answer().toLowerCase().includes('connection: close'));
    await until(() => held() === 70 * KIB);
  });

  it('leave room for small ones, however many large ones are held', async () => {
    begin('192.0.2.1', announced, 'x'.repeat(60 * KIB));
    await until(() => held() === 60 * KIB);
    const large = begin('192.0.2.2', announced, 'x'.repeat(60 * KIB));
    await until(() => /connection: close/i.test(large.answer()) || held() === 120 * KIB);
    const small = begin('192.0.2.3', 'Content-Length: 5', 'small');
    await until(() => small.answer() !== '');
    expect(small.answer()).toContain('took 5');
  });
});
