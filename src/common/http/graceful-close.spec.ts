import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { stopAccepting } from './graceful-close.js';

const PAUSE_MS = 400;

describe('a graceful close', () => {
  let server: Server;
  const agents: Agent[] = [];

  afterEach(() => {
    for (const agent of agents.splice(0)) agent.destroy();
    server.close();
  });

  async function listen(): Promise<void> {
    server = createServer((_request, response) => {
      if (!server.listening) response.setHeader('connection', 'close');
      response.end('answer');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  }

  /** Asks over a connection of its own, which is kept for its next question. */
  function client(): () => Promise<number | undefined> {
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    return () =>
      new Promise((resolve, reject) => {
        request({ port, host: '127.0.0.1', agent }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        })
          .once('error', reject)
          .end();
      });
  }

  it('waits for as long as clients use the connections that they have', async () => {
    await listen();
    const clients = Array.from({ length: 6 }, client);
    await Promise.all(clients.map((ask) => ask()));
    const stopped = stopAccepting(server).then(() => server.close());
    const statuses: (number | undefined)[] = [];
    for (const ask of clients) {
      await sleep(PAUSE_MS);
      statuses.push(await ask());
    }
    await stopped;
    expect(statuses).toEqual(clients.map(() => 200));
  });

  it('does not wait for connections that nobody uses', async () => {
    await listen();
    await client()();
    const begun = performance.now();
    await stopAccepting(server);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
