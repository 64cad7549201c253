import type { Fault } from '../fault.js';

/** The clock of one instance is an hour behind that of the other and of PostgreSQL, and then right again. */
export const clock: Fault = {
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
