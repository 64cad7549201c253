import type { RouteObject } from 'react-router';

/** The pages of applications. */
export const applicationRoutes: RouteObject[] = [
  { path: 'applications', lazy: async () => ({ Component: (await import('./applications')).ApplicationsPage }) },
];
