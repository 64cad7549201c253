import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Agent, createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { until } from '#test/support/until.js';
import { Connections } from './graceful-close.js';

/** Milliseconds without a request until connections are idle. */
const IDLE_MS = 1_000;

const BODY = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab';

/** Passes as soon as everybody has had a turn, and lets things happen at their time. */
class Clock {
  private time = 0;
  private readonly due = new Map<number, () => Promise<unknown>>();

  now(): number {
    return this.time;
  }

  at(time: number, act: () => Promise<unknown>): void {
    this.due.set(time, act);
  }

  async sleep(ms: number): Promise<void> {
    this.time += ms;
    await turn();
    await this.due.get(this.time)?.();
  }
}

describe('a graceful close', () => {
  let server: Server;
  let connections: Connections;
  let clock: Clock;
  let port: number;
  const agents: Agent[] = [];

  beforeEach(async () => {
    clock = new Clock();
    server = createServer();
    connections = new Connections(server, clock);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    for (const agent of agents.splice(0)) agent.destroy();
    server.close();
  });

  function answerAll(): void {
    server.on('request', (request, response) => request.resume().once('end', () => response.end('answer')));
  }

  /** Asks over a connection of its own, which is kept for its next question. */
  function client(): () => Promise<number | undefined> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    return () =>
      new Promise((resolve, reject) => {
        ask({ port, host: '127.0.0.1', agent }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        })
          .once('error', reject)
          .end();
      });
  }

  /** Sends a piece of a request over a connection of its own, and waits until it has come. */
  async function begin(piece: string): Promise<{ socket: Socket; answer: () => string }> {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    socket.write(piece);
    const [other] = await accepted;
    await until(() => other.bytesRead === piece.length);
    return { socket, answer: () => answer };
  }

  it('takes new connections until none has come for half a second', async () => {
    answerAll();
    const statuses: (number | undefined)[] = [];
    for (const time of [400, 800, 1_200]) clock.at(time, async () => statuses.push(await client()()));
    await connections.stopAccepting();
    expect(statuses).toEqual([200, 200, 200]);
    await expect(client()()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('takes none after 5 seconds, though they never stop', async () => {
    answerAll();
    const outcomes: [number, unknown][] = [];
    for (let time = 0; time < 10_000; time += 400) {
      clock.at(time, async () => outcomes.push([time, await client()().catch(({ code }: { code: string }) => code)]));
    }
    await connections.stopAccepting();
    expect(outcomes.filter(([, outcome]) => outcome === 200).map(([time]) => time)).toEqual(
      Array.from({ length: 12 }, (_, index) => 400 * (index + 1)),
    );
  });

  it('waits for as long as clients use the connections that they have', async () => {
    answerAll();
    const clients = Array.from({ length: 6 }, client);
    await Promise.all(clients.map((first) => first()));
    const statuses: (number | undefined)[] = [];
    for (const [index, again] of clients.entries()) {
      clock.at(0.8 * IDLE_MS * (index + 1), async () => statuses.push(await again()));
    }
    await connections.stopAccepting();
    expect(statuses).toEqual(clients.map(() => 200));
  });

  it('does not wait for connections that nobody uses', async () => {
    answerAll();
    await client()();
    await connections.stopAccepting();
    expect(clock.now()).toBeLessThan(2 * IDLE_MS);
  });

  it.each([
    ['that says nothing', ''],
    ['that stops in the middle of a header', 'GET / HT'],
    ['that stops in the middle of a body', BODY],
    ['that begins another request after its first one', 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT'],
  ])('ends the connection of a client %s', async (_what, piece) => {
    answerAll();
    const { socket } = await begin(piece);
    const ended = once(socket, 'close');
    await connections.stopAccepting();
    server.close();
    await Promise.all([ended, once(server, 'close')]);
  });

  it('says with the responses that come later that their connections end', async () => {
    const requests = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const { socket, answer } = await begin('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [, response] = await requests;
    await connections.stopAccepting();
    response.end('answer');
    await once(socket, 'close');
    expect(answer()).toContain('Connection: close');
  });

  it('waits for a body that is on its way', async () => {
    answerAll();
    const requests = once(server, 'request') as Promise<[IncomingMessage]>;
    const { socket, answer } = await begin(BODY);
    const [request] = await requests;
    clock.at(4 * IDLE_MS, async () => {
      socket.write('cd');
      await once(request, 'end');
    });
    await connections.stopAccepting();
    server.close();
    await once(socket, 'close');
    expect(answer()).toContain('200 OK');
  });
});
