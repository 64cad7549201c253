import type { RouteObject } from 'react-router';

/** The pages of corrections of posted periods. */
export const correctionRoutes: RouteObject[] = [
  {
    path: 'commission-corrections',
    lazy: async () => ({ Component: (await import('./corrections')).CorrectionsPage }),
  },
  {
    path: 'commission-corrections/:correctionId',
    lazy: async () => ({ Component: (await import('./one/correction')).CorrectionPage }),
  },
];
