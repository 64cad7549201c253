import { Server as NetServer } from 'node:net';
import type { Server } from 'node:http';

/** Looks without any new request after which nobody seems to use an open connection any more; a second in all. */
const QUIET_LOOKS = 50;
const LOOK_MS = 20;

/** Milliseconds after which it is enough, whoever still sends requests. */
const LIMIT_MS = 10_000;

/**
 * Takes no new connections, and waits until those that are open have sent the requests they were opened for, or kept for:
 * for as long as there are open ones on which requests come. Node's own `server.close()` would cut those that have just
 * been opened, or are just used again. What is quiet is told by looks rather than by the clock: a process that is busy
 * for a second has not been quiet, but has not yet read what has come meanwhile.
 */
export async function stopAccepting(server: Server): Promise<void> {
  let quiet = 0;
  const note = (): void => void (quiet = 0);
  server.on('request', note);
  NetServer.prototype.close.call(server);
  const end = performance.now() + LIMIT_MS;
  while (quiet < QUIET_LOOKS && performance.now() < end && (await openConnections(server)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    quiet += 1;
  }
  server.off('request', note);
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}
