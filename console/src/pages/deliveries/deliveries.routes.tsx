import type { RouteObject } from 'react-router';

/** The page of all deliveries. */
export const deliveryRoutes: RouteObject[] = [
  { path: 'deliveries', lazy: async () => ({ Component: (await import('./deliveries')).DeliveriesPage }) },
];
