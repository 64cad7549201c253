import type { RouteObject } from 'react-router';

/** The page of requests of applications. */
export const requestRoutes: RouteObject[] = [
  { path: 'requests', lazy: async () => ({ Component: (await import('./requests')).RequestsPage }) },
  { path: 'requests/refused', lazy: async () => ({ Component: (await import('./refused')).RefusedPage }) },
];
