import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Agent, createServer, request as ask, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Connections } from './graceful-close.js';

const PAUSE_MS = 400;

describe('a graceful close', () => {
  let server: Server;
  let connections: Connections;
  const agents: Agent[] = [];

  afterEach(() => {
    for (const agent of agents.splice(0)) agent.destroy();
    server.close();
  });

  async function listen(): Promise<void> {
    server = createServer((request, response) => {
      if (!server.listening) response.setHeader('connection', 'close');
      request.resume().once('end', () => response.end('answer'));
    });
    connections = new Connections(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }

  /** Asks over a connection of its own, which is kept for its next question. */
  function client(): () => Promise<number | undefined> {
    const { port } = server.address() as AddressInfo;
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

  it('waits for as long as clients use the connections that they have', async () => {
    await listen();
    const clients = Array.from({ length: 6 }, client);
    await Promise.all(clients.map((first) => first()));
    const stopped = connections.stopAccepting().then(() => server.close());
    const statuses: (number | undefined)[] = [];
    for (const again of clients) {
      await sleep(PAUSE_MS);
      statuses.push(await again());
    }
    await stopped;
    expect(statuses).toEqual(clients.map(() => 200));
  });

  it('does not wait for connections that nobody uses', async () => {
    await listen();
    await client()();
    const begun = performance.now();
    await connections.stopAccepting();
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  /** Sends a piece of a request over a connection of its own. */
  async function begin(piece: string): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    if (piece !== '') socket.write(piece);
    return socket;
  }

  const BODY = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab';

  it.each([
    ['that says nothing', ''],
    ['that stops in the middle of a header', 'GET / HT'],
    ['that stops in the middle of a body', BODY],
    ['that begins another request after its first one', 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT'],
  ])('ends the connection of a client %s', async (_what, piece) => {
    await listen();
    const socket = await begin(piece);
    const ended = once(socket.resume(), 'close');
    await connections.stopAccepting(2_000);
    server.close();
    await Promise.all([ended, once(server, 'close')]);
  });

  it('says with the responses that come later that their connections end', async () => {
    server = createServer();
    connections = new Connections(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const requests = once(server, 'request') as Promise<[unknown, ServerResponse]>;
    const socket = await begin('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    const [, response] = await requests;
    await connections.stopAccepting();
    response.end('answer');
    await once(socket, 'close');
    expect(answer).toContain('Connection: close');
  });

  it('waits for a body that is on its way', async () => {
    await listen();
    const socket = await begin(BODY);
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    const arrived = once(server, 'request');
    const stopped = connections.stopAccepting();
    await arrived;
    await sleep(4 * PAUSE_MS);
    socket.write('cd');
    await stopped;
    server.close();
    await once(server, 'close');
    expect(answer).toContain('200 OK');
  });
});
