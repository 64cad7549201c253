import { createBrowserRouter } from 'react-router';
import { LoadingScreen } from './shell/loading-screen';
import { PageFailure } from './shell/page-failure';
import { needing } from './components/needs';
import { Shell } from './shell/shell';
import { accountRoutes } from './pages/account/account.routes';
import { applicationRoutes } from './pages/applications/applications.routes';
import { deliveryRoutes } from './pages/deliveries/deliveries.routes';
import { homeRoutes } from './pages/home/home.routes';
import { networkRoutes } from './pages/network/network.routes';
import { orderRoutes } from './pages/orders/orders.routes';
import { userRoutes } from './pages/users/users.routes';
import { approvalRoutes } from './pages/approvals/approvals.routes';
import { auditRoutes } from './pages/audit/audit.routes';
import { importRoutes } from './pages/imports/imports.routes';
import { inputRoutes } from './pages/inputs/inputs.routes';
import { bundleRoutes } from './pages/bundles/bundles.routes';
import { NotFoundPage } from './pages/not-found';
import { planRoutes } from './pages/plans/plans.routes';
import { productTypeRoutes } from './pages/product-types/product-types.routes';
import { complianceRoutes } from './pages/compliance/compliance.routes';
import { correctionRoutes } from './pages/corrections/corrections.routes';
import { payoutRoutes } from './pages/payouts/payouts.routes';
import { requestRoutes } from './pages/requests/requests.routes';
import { runRoutes } from './pages/runs/runs.routes';
import { signingKeyRoutes } from './pages/signing-keys/signing-keys.routes';
import { volumeRoutes } from './pages/volumes/volumes.routes';

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
            ...homeRoutes,
            needing('account.read', accountRoutes),
            needing('applications.read', applicationRoutes),
            needing('traffic.read', requestRoutes),
            needing('deliveries.read', deliveryRoutes),
            needing('orders.read', orderRoutes),
            needing('users.read', userRoutes),
            ...networkRoutes,
            needing('volumes.read', volumeRoutes),
            needing('imports.read', importRoutes),
            ...planRoutes,
            needing('runs.read', runRoutes),
            needing('inputs.read', inputRoutes),
            needing('corrections.read', correctionRoutes),
            needing('payouts.read', payoutRoutes),
            needing('compliance.read', complianceRoutes),
            needing('approvals.read', approvalRoutes),
            needing('bundles.read', bundleRoutes),
            needing('product-types.read', productTypeRoutes),
            needing('audit.read', auditRoutes),
            needing('signing-keys.read', signingKeyRoutes),
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
