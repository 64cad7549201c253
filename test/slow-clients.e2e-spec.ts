import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Controller, Get, Module, StreamableFile } from '@nestjs/common';
import { Access } from '#common/access/index.js';
import { Bare } from '#common/http/envelope.js';
import { fakeOnly } from './support/clock.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

const LIMIT_MS = 200;

/** Long before Node would end anything by itself: after a minute. */
const SOON_MS = 40_000;

/** Answers that together are larger than what the system keeps for a connection, asked for one after the other. */
const LARGE = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(24);
const SMALL = 'GET /api/v1/page HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_200);

const POST = 'POST /api/v1/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

/** Takes a fraction of a second of the time that a client has. */
const PAGE = 'x'.repeat(8_000);

@Access('public')
@Controller({ version: '1' })
class PageController {
  @Get('page')
  page(): string {
    return PAGE;
  }

  @Get('endless')
  @Bare()
  endless(): StreamableFile {
    return new StreamableFile(Readable.from(endlessly()));
  }
}

function* endlessly(): Generator<string> {
  for (;;) yield PAGE;
}

@Module({ controllers: [PageController] })
class PageModule {}

describe('a client that comes to no end', () => {
  let app: TestApp;
  let port: number;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    app = await startTestApp({ extensions: [{ module: PageModule }], config: { requestTimeoutMs: LIMIT_MS } });
    port = Number(new URL(await app.listen()).port);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => app.stop());

  /** A connection whose client never ends it; what it is sent is not read. */
  async function open(text: string): Promise<Socket> {
    const connected = once(app.nest.getHttpServer(), 'connection');
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(text);
    await connected;
    return socket;
  }

  const connections = (): Promise<number> =>
    new Promise((resolve) =>
      app.nest.getHttpServer().getConnections((_error: unknown, count: number) => resolve(count)),
    );

  it.each([
    ['nothing', ''],
    ['headers without an end', `${POST}X-Slow: `],
    ['a body without an end', `${POST}Content-Length: 1000\r\n\r\n{`],
  ])('loses its connection when it has sent %s for too long, whatever else it sends', async (_what, text) => {
    const socket = (await open(text)).resume();
    const drip = setInterval(() => text !== '' && socket.writable && socket.write('x'), LIMIT_MS / 4);
    try {
      await until(async () => (await connections()) === 0, SOON_MS);
    } finally {
      clearInterval(drip);
    }
  });

  it('loses its connection when it takes nothing of its answer for too long', async () => {
    (await open(SMALL)).pause();
    await until(async () => (await connections()) === 0, SOON_MS);
  });

  it('loses it as well when the answer is a stream without an end', async () => {
    (await open('GET /api/v1/endless HTTP/1.1\r\nHost: x\r\n\r\n')).pause();
    await until(async () => (await connections()) === 0, SOON_MS);
  });

  it('loses it as well when it goes on sending meanwhile', async () => {
    const socket = (await open(SMALL)).pause();
    const drip = setInterval(() => socket.writable && socket.write('\r\n'), LIMIT_MS / 4);
    try {
      await until(async () => (await connections()) === 0, SOON_MS);
    } finally {
      clearInterval(drip);
    }
  });

  it('keeps its connection while it takes its answer slowly', async () => {
    const socket = await open(LARGE);
    let read = 0;
    let closed = false;
    socket.on('data', (chunk: Buffer) => (read += chunk.length));
    socket.on('close', () => (closed = true));
    // The document is made for the first one who asks.
    await until(() => read > 0);
    const begun = performance.now();
    while (performance.now() - begun < 4 * LIMIT_MS) {
      socket.pause();
      await sleep(LIMIT_MS / 3);
      socket.resume();
      await sleep(1);
    }
    expect(closed).toBe(false);
  });
});

describe('a connection that is kept for the next request', () => {
  let app: TestApp;
  let socket: Socket;

  beforeAll(async () => {
    fakeOnly(['performance', 'setInterval', 'clearInterval']);
    app = await startTestApp();
  });
  afterAll(async () => {
    socket.destroy();
    await app.stop();
    jest.useRealTimers();
  });

  it('is ended some time after the answer when only empty lines come, after each of which Node waits from the start', async () => {
    const { port } = new URL(await app.listen());
    const connected = once(app.nest.getHttpServer(), 'connection') as Promise<[Socket]>;
    socket = connect(Number(port), '127.0.0.1').resume();
    const [accepted] = await connected;
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => socket.bytesRead > 0);
    const { bytesRead } = accepted;
    socket.write('\r\n');
    await until(() => accepted.bytesRead > bytesRead);
    jest.advanceTimersByTime(300_000);
    expect(accepted.destroyed).toBe(true);
  });
});
