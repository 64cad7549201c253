import { createBrowserRouter } from 'react-router';
import { LoadingScreen } from './shell/loading-screen';
import { PageFailure } from './shell/page-failure';
import { needing } from './components/needs';
import { Shell } from './shell/shell';
import { NotFoundPage } from './pages/not-found';
import { ROOMS, routesOf } from './rooms';

/** All routes of the console. Pages are loaded when they are first visited. */
export const router = createBrowserRouter(
  [
    {
      path: '/login',
      errorElement: <PageFailure />,
      hydrateFallbackElement: <LoadingScreen />,
      lazy: async () => ({ Component: (await import('./pages/log-in')).LogInPage }),
    },
    {
      path: '/set-password',
      errorElement: <PageFailure />,
      hydrateFallbackElement: <LoadingScreen />,
      lazy: async () => ({ Component: (await import('./pages/set-password')).SetPasswordPage }),
    },
    {
      element: <Shell />,
      errorElement: <PageFailure />,
      hydrateFallbackElement: <LoadingScreen />,
      children: [
        {
          errorElement: <PageFailure />,
          children: [
            ...ROOMS.flatMap(({ entries }) => entries).map(({ permission, pages }) =>
              needing(permission, routesOf(pages)),
            ),
            // Support reads statements, and no whole runs.
            needing('statements.read', [
              {
                path: 'commission-runs/:runId/statements/:uid',
                lazy: async () => ({ Component: (await import('./pages/runs/statement/statement')).StatementPage }),
              },
            ]),
            needing('account.read', [
              {
                path: 'account',
                lazy: async () => ({ Component: (await import('./pages/account/account')).AccountPage }),
              },
            ]),
            {
              path: 'extensions/:extension/:page/*',
              lazy: async () => ({ Component: (await import('./extensions/extension-page')).ExtensionPage }),
            },
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ],
  { basename: '/admin' },
);
