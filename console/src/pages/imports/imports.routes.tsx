import type { RouteObject } from 'react-router';

/** The pages of imports. */
export const importRoutes: RouteObject[] = [
  { path: 'imports', lazy: async () => ({ Component: (await import('./imports')).ImportsPage }) },
  { path: 'imports/new/:kind', lazy: async () => ({ Component: (await import('./new/new-import')).NewImportPage }) },
  { path: 'imports/:id', lazy: async () => ({ Component: (await import('./one/import')).ImportPage }) },
];
