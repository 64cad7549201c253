import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { ApiFailure } from './api/failure';
import { router } from './router';
import { Messages } from './shell/messages';
import { printInLight } from './shell/print-in-light';
import { cssVariables, theme } from './theme';

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
        <Messages />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
