import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { SLOW_WAYS, SlowClient, slowWay } from '../slow-client.js';
import { until } from '../../support/until.js';

const SOCKETS = 1_000;
const CONNECT_MS = 20_000;

/** Within these milliseconds the service has to end a connection that leads nowhere: its own limit, and some more. */
const LIMIT_MS = 15_000;

/** Then what is left in the system's buffers is read, of those that have not read it; then they see the end. */
const READ_MS = 15_000;
const LOOK_MS = 100;

/** Clients that are slow, silent or half gone hold 1,000 connections, which the service has to end by itself. */
export const sockets: Fault = {
  name: 'sockets',
  title: 'slow and half-open clients (1,000 sockets)',
  inject: async ({ instances }) => {
    const clients = Array.from({ length: SOCKETS }, (_, index) => {
      return new SlowClient(slowWay(index), instances[Math.floor(index / 4) % instances.length]!.port);
    });
    const begun = performance.now();
    await until(() => clients.every(({ isConnected }) => isConnected), CONNECT_MS, 'not all sockets were taken');
    const open = (): SlowClient[] => clients.filter(({ isEnded }) => !isEnded);
    return async () => {
      // Those that never read must not do so before their time is over.
      await sleep(Math.max(0, LIMIT_MS - (performance.now() - begun)));
      for (const client of clients) client.read();
      const end = performance.now() + READ_MS;
      while (open().length > 0 && performance.now() < end) await sleep(LOOK_MS);
      const troubles = SLOW_WAYS.flatMap((way) => {
        const count = open().filter((client) => client.way === way).length;
        return count === 0 ? [] : [`${count} sockets stay open: ${way}`];
      });
      const did = `${SOCKETS - open().length} of ${SOCKETS} sockets ended by the service`;
      for (const client of clients) client.destroy();
      return { did, troubles };
    };
  },
};
