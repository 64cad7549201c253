import { Navigate, type RouteObject } from 'react-router';

/** The pages of payouts, balances and holds. */
export const payoutRoutes: RouteObject[] = [
  {
    path: 'payouts',
    lazy: async () => ({ Component: (await import('./payouts')).PayoutsPage }),
    children: [
      { index: true, element: <Navigate to="batches" replace /> },
      { path: 'batches', lazy: async () => ({ Component: (await import('./batch/batches')).Batches }) },
      { path: 'balances', lazy: async () => ({ Component: (await import('./balances/balances')).Balances }) },
      { path: 'holds', lazy: async () => ({ Component: (await import('./holds/holds')).Holds }) },
    ],
  },
  { path: 'payouts/:payoutId', lazy: async () => ({ Component: (await import('./batch/batch')).BatchPage }) },
];
