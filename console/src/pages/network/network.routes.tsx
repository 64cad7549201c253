import type { RouteObject } from 'react-router';
import { needing } from '../../components/needs';

/** The pages of the network. */
export const networkRoutes: RouteObject[] = [
  needing('network.read', [
    {
      path: 'network/holding-tank',
      lazy: async () => ({ Component: (await import('./holding-tank/holding-tank')).HoldingTankPage }),
    },
    { path: 'network/tree', lazy: async () => ({ Component: (await import('./tree/tree-page')).TreePage }) },
    {
      path: 'network/settings',
      lazy: async () => ({ Component: (await import('./settings/network-settings')).NetworkSettingsPage }),
    },
  ]),
];
