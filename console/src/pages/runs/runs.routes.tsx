import { Navigate, type RouteObject } from 'react-router';

/** The pages of commission runs. */
export const runRoutes: RouteObject[] = [
  { path: 'commission-runs', lazy: async () => ({ Component: (await import('./runs')).RunsPage }) },
  {
    path: 'commission-runs/:runId',
    lazy: async () => ({ Component: (await import('./one/run')).RunPage }),
    children: [
      { index: true, element: <Navigate to="summary" replace /> },
      { path: 'summary', lazy: async () => ({ Component: (await import('./summary/summary-tab')).SummaryTab }) },
      { path: 'members', lazy: async () => ({ Component: (await import('./one/members-tab')).MembersTab }) },
      { path: 'lines', lazy: async () => ({ Component: (await import('./one/lines-tab')).LinesTab }) },
    ],
  },
  {
    path: 'commission-runs/:runId/statements/:uid',
    lazy: async () => ({ Component: (await import('./statement/statement')).StatementPage }),
  },
];
