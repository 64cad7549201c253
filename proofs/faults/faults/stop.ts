import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { repeat } from '../repeat.js';

const LIFE_MS = 1_000;

/** Instances are stopped as an operator or an orchestrator does it, and started again. */
export const stop: Fault = {
  name: 'stop',
  title: 'an instance told to stop (SIGTERM)',
  inject: async ({ instances, random, signal }) => {
    const troubles: string[] = [];
    const end = repeat(async (count) => {
      const instance = instances[count % instances.length]!;
      await sleep(random.below(LIFE_MS));
      if (!(await instance.stop())) troubles.push(`the instance at ${instance.port} did not stop with 0`);
      instance.start();
      await instance.ready(signal);
    });
    return async () => ({ did: `${await end()} stops`, troubles });
  },
};
