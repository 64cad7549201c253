import { Server as NetServer } from 'node:net';
import type { Server } from 'node:http';

/** Milliseconds that open connections have to send the request they were opened for, and to get its answer. */
const GRACE_MS = 1_000;
const POLL_MS = 20;

/**
 * Takes no new connections, and waits until those that are open have got their answers. Node's own `server.close()` would
 * cut those that have just been opened and have not yet sent their request.
 */
export async function stopAccepting(server: Server): Promise<void> {
  NetServer.prototype.close.call(server);
  const end = performance.now() + GRACE_MS;
  while (performance.now() < end && (await openConnections(server)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}
