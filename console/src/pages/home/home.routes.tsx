import type { RouteObject } from 'react-router';

/** The first page, and the first steps. */
export const homeRoutes: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./home')).HomePage }) },
  { path: 'first-steps', lazy: async () => ({ Component: (await import('./first-steps')).FirstStepsPage }) },
];
