import type { RouteObject } from 'react-router';

/** The page of the audit log. */
export const auditRoutes: RouteObject[] = [
  { path: 'audit', lazy: async () => ({ Component: (await import('./audit')).AuditPage }) },
];
