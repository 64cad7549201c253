import type { RouteObject } from 'react-router';

/** The page of the signing keys. */
export const signingKeyRoutes: RouteObject[] = [
  { path: 'signing-keys', lazy: async () => ({ Component: (await import('./signing-keys')).SigningKeysPage }) },
];
