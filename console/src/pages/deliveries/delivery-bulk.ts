import { IconRotate } from '@tabler/icons-react';
import { api, dataOf, type QueryOf } from '../../api/client';
import { useMay } from '../../api/permissions';
import type { Bulk, BulkAction } from '../../components/bulk';
import type { Delivery } from './deliveries.queries';
import { t } from '../../i18n/t';

const RESEND: BulkAction<Delivery> = {
  label: t('Resend'),
  Icon: IconRotate,
  question: t('Each is sent at once, whatever its status, with the same event id. Events with a secret are refused.'),
  run: ({ id, application }) =>
    dataOf(
      api.POST('/admin/api/applications/{id}/deliveries/{delivery_id}/redeliver/', {
        params: { path: { id: application.id, delivery_id: id } },
      }),
    ),
};

/** What can be done to several deliveries, for those who may. @param query what the list asks for */
export function useDeliveryBulk(query: QueryOf<'/admin/api/deliveries/'>): Bulk<Delivery> | undefined {
  if (!useMay()('deliveries.write')) return undefined;
  return {
    actions: [RESEND],
    nameOf: ({ event_type, application }) =>
      t('{{event}} to {{application}}', { event: event_type, application: application.name }),
    read: (page) => dataOf(api.GET('/admin/api/deliveries/', { params: { query: { ...query, ...page } } })),
    refreshes: [['deliveries'], ['applications'], ['audit']],
  };
}
