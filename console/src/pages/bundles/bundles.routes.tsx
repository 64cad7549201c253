import type { RouteObject } from 'react-router';

/** The pages of bundles. The path of the form has two segments, so that it cannot clash with a bundle id. */
export const bundleRoutes: RouteObject[] = [
  { path: 'bundles', lazy: async () => ({ Component: (await import('./bundles')).BundlesPage }) },
  { path: 'bundles/new/:type', lazy: async () => ({ Component: (await import('./new-bundle')).NewBundlePage }) },
  { path: 'bundles/:bundleId', lazy: async () => ({ Component: (await import('./bundle')).BundlePage }) },
];
