import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { repeat } from '../../support/repeat.js';

const LIFE_MS = 1_500;

/** Instances die in the middle of their work, and are started again. */
export const kill: Fault = {
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
