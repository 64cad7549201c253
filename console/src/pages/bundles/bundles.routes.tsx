import type { RouteObject } from 'react-router';

/** The pages of bundles. The form of a new one has two parts in its address, so that no bundle's id is in its way. */
export const bundleRoutes: RouteObject[] = [
  { path: 'bundles', lazy: async () => ({ Component: (await import('./bundles')).BundlesPage }) },
  { path: 'bundles/new/:type', lazy: async () => ({ Component: (await import('./new-bundle')).NewBundlePage }) },
  { path: 'bundles/:bundleId', lazy: async () => ({ Component: (await import('./bundle')).BundlePage }) },
];
