import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { fakeOnly } from './clock.js';

/**
 * Gives the URL of a database that takes connections and says nothing, as one does that is frozen or cut off, and lets the
 * time pass that it is given.
 * @param ask what is to fail there
 */
export async function beforeMuteServer<T>(ask: (url: string) => Promise<T>): Promise<T> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  fakeOnly(['setTimeout', 'clearTimeout']);
  try {
    const connected = once(server, 'connection');
    const asked = ask(`postgres://x@127.0.0.1:${(server.address() as AddressInfo).port}/x`);
    const ended = Promise.allSettled([asked]).then(() => true);
    await connected;
    while (!(await Promise.race([ended, turn(false)]))) jest.advanceTimersByTime(1_000);
    return await asked;
  } finally {
    jest.useRealTimers();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}
