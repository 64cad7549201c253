import type { Fault } from '../fault.js';

/** PostgreSQL falls silent: its connections stay open, and nothing is answered on them. */
export const freeze: Fault = {
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
