import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Gives the URL of a database that takes connections and says nothing, as one does that is frozen or cut off.
 * @param ask what is to fail there
 */
export async function beforeMuteServer<T>(ask: (url: string) => Promise<T>): Promise<T> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await ask(`postgres://x@127.0.0.1:${(server.address() as AddressInfo).port}/x`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}
