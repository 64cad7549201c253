import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Fault } from '../fault.js';
import { repeat } from '../../support/repeat.js';

const PAUSE_MS = 100;
const CONNECT_MS = 5_000;
const AT_ONCE = 10;
const TOO_MANY_CONNECTIONS = '53300';

/** Others take all connections that the server has, those kept for its superuser too, and those of the services as well. */
export const connections: Fault = {
  name: 'connections',
  title: 'all PostgreSQL connections taken',
  inject: async ({ server }) => {
    const taken: pg.Client[] = [];
    const take = async (): Promise<boolean> => {
      const client = new pg.Client({ connectionString: server.adminUrl, connectionTimeoutMillis: CONNECT_MS });
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
