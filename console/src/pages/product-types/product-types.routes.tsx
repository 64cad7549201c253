import type { RouteObject } from 'react-router';

/** The pages of product types. No type can be named `+new`: names start with a letter. */
export const productTypeRoutes: RouteObject[] = [
  { path: 'product-types', lazy: async () => ({ Component: (await import('./product-types')).ProductTypesPage }) },
  {
    path: 'product-types/+new',
    lazy: async () => ({ Component: (await import('./new-product-type')).NewProductTypePage }),
  },
  { path: 'product-types/:name', lazy: async () => ({ Component: (await import('./product-type')).ProductTypePage }) },
];
