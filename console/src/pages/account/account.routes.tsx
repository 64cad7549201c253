import type { RouteObject } from 'react-router';

/** The page of one's own account. */
export const accountRoutes: RouteObject[] = [
  { path: 'account', lazy: async () => ({ Component: (await import('./account')).AccountPage }) },
];
