import type { RouteObject } from 'react-router';

/** What was put in for bonuses of extensions. */
export const inputRoutes: RouteObject[] = [
  { path: 'commission-inputs', lazy: async () => ({ Component: (await import('./inputs')).InputsPage }) },
];
