import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { takeTurns } from './pipelined.js';

const REQUESTS = 1_000;
const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe('requests that a client sends without waiting for answers', () => {
  const sockets: Socket[] = [];
  let server: Server;

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  it('are all answered, in order, and keep nobody else waiting for all of them', async () => {
    const begun: string[] = [];
    let most = 0;
    let running = 0;
    server = createServer((request, response) => {
      begun.push(request.url!);
      running += 1;
      most = Math.max(most, running);
      setImmediate(() => {
        running -= 1;
        response.end(request.url);
      });
    });
    takeTurns(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const [greedy, modest] = [await open(), await open()];
    const paths = Array.from({ length: REQUESTS }, (_, number) => `/${number}`);
    greedy.write(paths.map(ask).join(''));
    modest.write(ask('/modest'));
    let text = '';
    for await (const chunk of greedy) {
      text += String(chunk);
      if (text.endsWith(`/${REQUESTS - 1}`)) break;
    }
    expect([...text.matchAll(/\r\n\r\n(\/[0-9]+)/g)].map(([, path]) => path)).toEqual(paths);
    expect(begun.indexOf('/modest')).toBeLessThan(REQUESTS / 2);
    expect(most).toBeLessThanOrEqual(5);
  });
});
