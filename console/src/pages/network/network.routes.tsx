import type { RouteObject } from 'react-router';

/** The pages of the network. */
export const networkRoutes: RouteObject[] = [
  {
    path: 'network/settings',
    lazy: async () => ({ Component: (await import('./settings/network-settings')).NetworkSettingsPage }),
  },
];
