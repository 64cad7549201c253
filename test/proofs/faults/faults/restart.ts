import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { repeat } from '../../support/repeat.js';

const DOWN_MS = 1_000;
const UP_MS = 1_500;

/** PostgreSQL is stopped and started again, in turn as an operator does it and as a crash. */
export const restart: Fault = {
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
