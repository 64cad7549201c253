import { Navigate, type RouteObject } from 'react-router';

/** The pages of applications. */
export const applicationRoutes: RouteObject[] = [
  { path: 'applications', lazy: async () => ({ Component: (await import('./applications')).ApplicationsPage }) },
  { path: 'applications/new', lazy: async () => ({ Component: (await import('./register/register')).RegisterPage }) },
  {
    path: 'applications/:id',
    lazy: async () => ({ Component: (await import('./application')).ApplicationPage }),
    children: [
      { index: true, element: <Navigate to="settings" replace /> },
      { path: 'settings', lazy: async () => ({ Component: (await import('./settings/settings-tab')).SettingsTab }) },
      { path: 'keys', lazy: async () => ({ Component: (await import('./keys/keys-tab')).KeysTab }) },
      { path: 'access', lazy: async () => ({ Component: (await import('./access/access-tab')).AccessTab }) },
      { path: 'webhook/*', lazy: async () => ({ Component: (await import('./webhook/webhook-tab')).WebhookTab }) },
      { path: 'requests', lazy: async () => ({ Component: (await import('./requests-tab')).RequestsTab }) },
      {
        path: 'encryption',
        lazy: async () => ({ Component: (await import('./encryption/encryption-tab')).EncryptionTab }),
      },
    ],
  },
];
