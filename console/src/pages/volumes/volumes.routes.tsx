import type { RouteObject } from 'react-router';

/** The pages of the volume ledger. */
export const volumeRoutes: RouteObject[] = [
  { path: 'volumes', lazy: async () => ({ Component: (await import('./volumes')).VolumesPage }) },
];
