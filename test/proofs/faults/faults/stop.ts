import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { repeat } from '../../support/repeat.js';
import { SLOW_WAYS, SlowClient } from '../slow-client.js';
import { until } from '../../support/until.js';

const LIFE_MS = 1_000;
const CONNECT_MS = 20_000;

/** Instances are stopped as an operator or an orchestrator does it, though slow clients are connected, and started again. */
export const stop: Fault = {
  name: 'stop',
  title: 'an instance told to stop (SIGTERM)',
  withNetwork: true,
  inject: async ({ instances, random, signal }) => {
    const troubles: string[] = [];
    const end = repeat(async (count) => {
      const instance = instances[count % instances.length]!;
      await sleep(random.below(LIFE_MS));
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
