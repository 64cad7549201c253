import { Navigate, type RouteObject } from 'react-router';
import { needing } from '../../components/needs';

/** The pages of commission plans. */
export const planRoutes: RouteObject[] = [
  needing('settings.read', [
    {
      path: 'commission-settings',
      lazy: async () => ({ Component: (await import('./settings/commission-settings')).CommissionSettingsPage }),
    },
  ]),
  needing('plans.read', [
    { path: 'plans', lazy: async () => ({ Component: (await import('./plans')).PlansPage }) },
    {
      path: 'plans/new',
      lazy: async () => ({ Component: (await import('./new/choose-template')).ChooseTemplatePage }),
    },
    { path: 'plans/new/:template', lazy: async () => ({ Component: (await import('./new/new-plan')).NewPlanPage }) },
    {
      path: 'plans/:planId',
      lazy: async () => ({ Component: (await import('./plan')).PlanPage }),
      children: [
        { index: true, element: <Navigate to="document" replace /> },
        { path: 'document', lazy: async () => ({ Component: (await import('./editor/document-tab')).DocumentTab }) },
        { path: 'try', lazy: async () => ({ Component: (await import('./try/try-tab')).TryTab }) },
        { path: 'compare', lazy: async () => ({ Component: (await import('./versions/compare-tab')).CompareTab }) },
      ],
    },
  ]),
];
