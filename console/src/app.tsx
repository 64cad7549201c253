import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { ApiFailure } from './api/failure';
import { router } from './router';
import { printInLight } from './shell/print-in-light';
import { cssVariables, theme } from './theme';
import { t } from './i18n/t';

const MAX_RETRIES = 2;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Retry outages, not rejected requests.
      retry: (count, error) =>
        count < MAX_RETRIES && error instanceof ApiFailure && (error.isOffline || error.status >= 500),
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Dialogs add a style element to lock scrolling.
setNonce(nonce);
printInLight();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: 'console-color-scheme' })}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={client}>
        <ModalsProvider labels={{ confirm: t('Confirm'), cancel: t('Cancel') }}>
          <Notifications position="top-right" limit={4} />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
