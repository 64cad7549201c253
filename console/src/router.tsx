import { createBrowserRouter } from 'react-router';
import { Opening } from './shell/opening';
import { PageFailure } from './shell/page-failure';
import { Shell } from './shell/shell';
import { applicationRoutes } from './pages/applications/applications.routes';
import { LogInPage } from './pages/log-in';
import { NotFoundPage } from './pages/not-found';

/** Every address of the console. A room's pages are loaded when they are first visited. */
export const router = createBrowserRouter(
  [
    { path: '/login', element: <LogInPage />, errorElement: <PageFailure /> },
    {
      element: <Shell />,
      errorElement: <PageFailure />,
      hydrateFallbackElement: <Opening />,
      children: [
        {
          errorElement: <PageFailure />,
          children: [
            {
              index: true,
              lazy: async () => ({ Component: (await import('./pages/overview/overview')).OverviewPage }),
            },
            ...applicationRoutes,
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ],
  { basename: '/admin' },
);
