import type { RouteObject } from 'react-router';

/** The page of fairness. */
export const complianceRoutes: RouteObject[] = [
  { path: 'compliance', lazy: async () => ({ Component: (await import('./compliance')).CompliancePage }) },
];
