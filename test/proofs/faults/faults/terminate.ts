import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { repeat } from '../../support/repeat.js';

const PAUSE_MS = 250;

/** All connections of the services are ended by the server, again and again. */
export const terminate: Fault = {
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
