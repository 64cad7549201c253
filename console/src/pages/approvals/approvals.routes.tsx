import type { RouteObject } from 'react-router';

/** The pages of what needs a second person. */
export const approvalRoutes: RouteObject[] = [
  { path: 'approvals', lazy: async () => ({ Component: (await import('./approvals')).ApprovalsPage }) },
  { path: 'approvals/:approvalId', lazy: async () => ({ Component: (await import('./approval')).ApprovalPage }) },
  {
    path: 'approval-settings',
    lazy: async () => ({ Component: (await import('./approval-settings')).ApprovalSettingsPage }),
  },
];
