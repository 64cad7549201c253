import { api, dataOf, type Schemas } from '../../../api/client';

/** Starts a preview run, which is reckoned in the background. */
export const startPreview = (period: string, planId: number): Promise<Schemas['RunView']> =>
  dataOf(api.POST('/admin/api/commission-runs/', { body: { period, kind: 'preview', plan_id: planId } }));
