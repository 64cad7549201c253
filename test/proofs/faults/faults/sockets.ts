import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { SLOW_WAYS, SlowClient, slowWay } from '../slow-client.js';
import { until } from '../../support/until.js';

const SOCKETS = 1_000;
const CONNECT_MS = 20_000;

/** Far more than the service's own limit, so that a slow machine is not taken for a service that never ends them. */
const END_MS = 60_000;
const LOOK_MS = 100;

/** Clients that are slow, silent or half gone hold 1,000 connections, which the service has to end by itself. */
export const sockets: Fault = {
  name: 'sockets',
  title: 'slow and half-open clients (1,000 sockets)',
  inject: async ({ instances }) => {
    const clients = Array.from({ length: SOCKETS }, (_, index) => {
      return new SlowClient(slowWay(index), instances[Math.floor(index / 4) % instances.length]!.port);
    });
    await until(() => clients.every(({ isConnected }) => isConnected), CONNECT_MS, 'not all sockets were taken');
    const open = (): SlowClient[] => clients.filter(({ isEnded }) => !isEnded);
    return async () => {
      const end = performance.now() + END_MS;
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
