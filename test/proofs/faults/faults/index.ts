import type { Fault } from '../fault.js';
import { connections } from './connections.js';
import { diskFull } from './disk-full.js';
import { imports } from './imports.js';
import { stop } from './stop.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { repeat } from '../../support/repeat.js';
import { SLOW_WAYS, SlowClient, slowWay } from '../slow-client.js';
import { until } from '../../support/until.js';

const SOCKETS = 1_000;
const CONNECT_MS = 20_000;

/** Far more than the service's own limit, so that a slow machine is not taken for a service that never ends them. */
const END_MS = 60_000;
const LOOK_MS = 100;

/** Clients that are slow, silent or half gone hold 1,000 connections, which the service has to end by itself. */
const sockets: Fault = {
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

/** The clock of one instance is an hour behind that of the other and of PostgreSQL, and then right again. */
const clock: Fault = {
  name: 'clock',
  title: 'clock of an instance stepped back by an hour',
  inject: async ({ instances: [instance] }) => {
    instance!.signal('SIGUSR2');
    return async () => {
      instance!.signal('SIGUSR2');
      return { did: 'process clock', troubles: [] };
    };
  },
};

const DOWN_MS = 1_000;
const UP_MS = 1_500;

/** PostgreSQL is stopped and started again, in turn as an operator does it and as a crash. */
const restart: Fault = {
  name: 'restart',
  title: 'PostgreSQL restarted',
  inject: async ({ server }) => {
    const end = repeat(async (count) => {
      await server.stop(count % 2 === 0 ? 'SIGINT' : 'SIGQUIT');
      await sleep(DOWN_MS);
      await server.start();
      await sleep(UP_MS);
    });
    return async () => ({ did: `${await end()} restarts`, troubles: [] });
  },
};

const PAUSE_MS = 250;

/** All connections of the services are ended by the server, again and again. */
const terminate: Fault = {
  name: 'terminate',
  title: 'PostgreSQL backends terminated',
  inject: async ({ server }) => {
    let ended = 0;
    const end = repeat(async () => {
      ended += await server.endSessions();
      await sleep(PAUSE_MS);
    });
    return async () => {
      const times = await end();
      return { did: `${ended} connections in ${times} cuts`, troubles: [] };
    };
  },
};

/** PostgreSQL falls silent: its connections stay open, and nothing is answered on them. */
const freeze: Fault = {
  name: 'freeze',
  title: 'PostgreSQL frozen (SIGSTOP)',
  inject: async ({ server }) => {
    const begun = performance.now();
    await server.freeze();
    return async () => {
      await server.thaw();
      return { did: `${((performance.now() - begun) / 1000).toFixed(1)} s of silence`, troubles: [] };
    };
  },
};

const LIFE_MS = 1_500;

/** Instances die in the middle of their work, and are started again. */
const kill: Fault = {
  name: 'kill',
  title: 'an instance killed (`kill -9`)',
  withNetwork: true,
  inject: async ({ instances, random, signal }) => {
    const end = repeat(async (count) => {
      const instance = instances[count % instances.length]!;
      await sleep(random.below(LIFE_MS));
      await instance.kill();
      instance.start();
      await instance.ready(signal);
    });
    return async () => ({ did: `${await end()} kills`, troubles: [] });
  },
};

/** All faults, in the order in which they are done. */
export const FAULTS: readonly Fault[] = [
  kill,
  imports,
  restart,
  terminate,
  freeze,
  connections,
  diskFull,
  sockets,
  clock,
  stop,
];
