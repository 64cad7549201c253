import type { RouteObject } from 'react-router';

/** The pages of orders. */
export const orderRoutes: RouteObject[] = [
  { path: 'orders', lazy: async () => ({ Component: (await import('./orders')).OrdersPage }) },
  { path: 'orders/:id', lazy: async () => ({ Component: (await import('./order')).OrderPage }) },
];
