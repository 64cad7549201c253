import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { ApiFailure } from './api/failure';
import { router } from './router';
import { cssVariables, theme } from './theme';
import { useWindowEvent } from '@mantine/hooks';
import { useDialogs } from './shell/use-dialogs';

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

const SCHEME = 'data-mantine-color-scheme';

/** Pages are printed in light colours, also by who reads light on dark: paper is white. */
function printInLight(): void {
  let before: string | null = null;
  window.addEventListener('beforeprint', () => {
    before = document.documentElement.getAttribute(SCHEME);
    document.documentElement.setAttribute(SCHEME, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (before !== null) document.documentElement.setAttribute(SCHEME, before);
  });
}

/** How the library says that a dialog opens. */
const OPENS = 'mantine-modals:openModal';

/** Shows messages and dialogs as soon as they are loaded; what was opened before that is opened then. */
function Messages() {
  const dialogs = useDialogs();
  const [early] = useState<unknown[]>([]);
  useWindowEvent(OPENS as 'focus', (event: Event) => {
    if (dialogs === undefined && event instanceof CustomEvent) early.push(event.detail);
  });
  useEffect(() => {
    if (dialogs === undefined) return;
    for (const detail of early.splice(0)) window.dispatchEvent(new CustomEvent(OPENS, { detail }));
  }, [dialogs, early]);
  return dialogs && <dialogs.Messages />;
}
