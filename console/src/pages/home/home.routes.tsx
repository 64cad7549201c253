import type { RouteObject } from 'react-router';

/** The first page. */
export const homeRoutes: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./home')).HomePage }) },
];
