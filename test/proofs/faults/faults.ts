import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { repeat } from '#test/support/proof.js';
import { until } from '#test/support/until.js';
import type { Fault, World } from './fault.js';
import { imports } from './imports.js';
import { SLOW_WAYS, SlowClient, slowWay } from './slow-client.js';

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

const SILENCE_MS = 250;

/** All connections of the services are ended by the server, again and again. */
const terminate: Fault = {
  name: 'terminate',
  title: 'PostgreSQL backends terminated',
  inject: async ({ server }) => {
    let ended = 0;
    const end = repeat(async () => {
      ended += await server.endSessions();
      await sleep(SILENCE_MS);
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

const PAUSE_MS = 100;
const TAKE_MS = 30_000;
const AT_ONCE = 10;
const TOO_MANY_CONNECTIONS = '53300';

/** Others take all connections that the server has, those kept for its superuser too, and those of the services as well. */
const connections: Fault = {
  name: 'connections',
  title: 'all PostgreSQL connections taken',
  inject: async ({ server }) => {
    const taken: pg.Client[] = [];
    const take = async (): Promise<boolean> => {
      const client = new pg.Client({ connectionString: server.adminUrl, connectionTimeoutMillis: TAKE_MS });
      client.on('error', () => undefined);
      try {
        await client.connect();
      } catch (error) {
        if ((error as { code?: string }).code === TOO_MANY_CONNECTIONS) return false;
        throw error;
      }
      taken.push(client);
      return true;
    };
    await take();
    const end = repeat(async () => {
      // Many at a time: the services want those back that they have just lost.
      while ((await Promise.all(Array.from({ length: AT_ONCE }, take))).some(Boolean));
      if ((await server.endSessions(taken[0])) === 0) await sleep(PAUSE_MS);
    });
    return async () => {
      await end();
      await Promise.all(taken.map((client) => client.end()));
      return { did: `${taken.length} taken`, troubles: [] };
    };
  },
};

const STOP_AFTER_MS = 1_000;

/** Instances are stopped as an operator or an orchestrator does it, though slow clients are connected, and started again. */
const stop: Fault = {
  name: 'stop',
  title: 'an instance told to stop (SIGTERM)',
  withNetwork: true,
  inject: async ({ instances, random, signal }) => {
    const troubles: string[] = [];
    const end = repeat(async (count) => {
      const instance = instances[count % instances.length]!;
      await sleep(random.below(STOP_AFTER_MS));
      const slow = SLOW_WAYS.map((way) => new SlowClient(way, instance.port));
      await until(() => slow.every(({ isConnected }) => isConnected), CONNECT_MS, 'the slow clients were not let in');
      if (!(await instance.stop())) troubles.push(`the instance at ${instance.port} did not stop with 0`);
      for (const client of slow) client.destroy();
      instance.start();
      await instance.ready(signal);
    });
    return async () => ({ did: `${await end()} stops`, troubles });
  },
};

/** Readiness looks at most every two seconds; a server that starts again may find room for a moment. */
const TOLD_MS = 60_000;

/**
 * The disk with PostgreSQL's data and its log of changes is full up to the last byte, and stays so. The server may end
 * over it; then it is started again and again, as a supervisor does, until there is room.
 */
export const diskFull: Fault = {
  name: 'disk-full',
  title: 'disk full',
  inject: async ({ server, disk, instances }: World) => {
    if (disk === undefined) throw new Error('there is no disk to fill');
    let crashes = 0;
    const end = repeat(async () => {
      await disk.fill();
      // Else the files that the server has kept for later would do for a while.
      await server.switchLog().catch(() => undefined);
      await sleep(PAUSE_MS);
      if (await server.isRunning()) return;
      crashes += 1;
      await server.start().catch(() => undefined);
    });
    return async () => {
      const ready = await Promise.all(instances.map(({ url }) => staysReady(url)));
      await end();
      await disk.clear();
      if (!(await server.isRunning())) await server.start();
      return { did: `the server ended ${crashes} times`, troubles: ready.flat() };
    };
  },
};

/** Load balancers must hear of a database that cannot write. */
async function staysReady(url: string): Promise<string[]> {
  try {
    const isUnready = async (): Promise<boolean> => (await fetch(`${url}/health/ready`)).status === 503;
    await until(isUnready, TOLD_MS, `${url} called itself ready on a full disk`);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

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
