import { Anchor } from '@mantine/core';
import { IconWebhook, IconRotate } from '@tabler/icons-react';
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { Link } from 'react-router';
import { applicationFilter } from '../../components/application-picker';
import { EmptyState } from '../../components/empty-state';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { When } from '../../components/when';
import { deliveryAddress, DELIVERY_COLUMNS, listPollInterval, useDeliveryFilters, watchResent } from '../applications';
import { t } from '../../i18n/t';
import { api, dataOf, type QueryOf, type Schemas } from '../../api/client';
import { useMay } from '../../api/permissions';
import type { Bulk, BulkAction } from '../../components/bulk';

const COLUMNS: readonly Column<Delivery>[] = [
  {
    id: 'event',
    title: t('Event'),
    cell: ({ id, event_type, application }) => (
      <Anchor component={Link} to={deliveryAddress(application.id, id)} fw={600} className="mono">
        {event_type}
      </Anchor>
    ),
  },
  {
    id: 'application',
    title: t('Application'),
    cell: ({ application: { id, name } }) => (
      <Anchor component={Link} to={`/applications/${id}`} size="sm" className="wraps">
        {name}
      </Anchor>
    ),
  },
  ...DELIVERY_COLUMNS,
  { id: 'finished', title: t('Finished'), cell: ({ finished_at }) => <When at={finished_at} never={t('not yet')} /> },
];

const MORE: readonly ListFilter[] = [
  applicationFilter('application_id'),
  { kind: 'times', label: t('When'), names: ['since', 'until'] },
];

/** The webhook deliveries of all applications. */
export function DeliveriesPage() {
  const list = useList([...useDeliveryFilters(), ...MORE]);
  const asked = pageOf<DeliveriesQuery>(list);
  const query = useQuery(allDeliveriesQuery(asked));
  const bulk = useDeliveryBulk(asked);
  return (
    <>
      <PageHeader
        title={t('Deliveries')}
        description={t(
          'Sent and pending webhook deliveries of all applications, newest first. “When” is the time a delivery finished or, if pending, was created. They are kept for 30 days.',
        )}
      />
      <ResourceList
        label={t('Deliveries')}
        name="deliveries"
        query={query}
        params={list}
        columns={COLUMNS}
        bulk={bulk}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} search={t('Search by event or event id')} />}
        csv={{ path: 'deliveries/', asked }}
        empty={
          <EmptyState
            title={t('No deliveries yet')}
            hint={t('Deliveries to applications with a webhook appear here.')}
            Icon={IconWebhook}
          />
        }
      />
    </>
  );
}

const RESEND: BulkAction<Delivery> = {
  label: t('Resend'),
  Icon: IconRotate,
  question: t('Each is sent at once, whatever its status, with the same event id. Events with a secret are refused.'),
  run: ({ id, application }) =>
    dataOf(
      api.POST('/admin/api/applications/{id}/deliveries/{delivery_id}/redeliver/', {
        params: { path: { id: application.id, delivery_id: id } },
      }),
    ).then(watchResent),
};

/** What can be done to several deliveries, for those who may. @param query what the list asks for */
function useDeliveryBulk(query: DeliveriesQuery): Bulk<Delivery> | undefined {
  if (!useMay()('deliveries.write')) return undefined;
  return {
    actions: [RESEND],
    nameOf: ({ event_type, application }) =>
      t('{{event}} to {{application}}', { event: event_type, application: application.name }),
    read: (page) => dataOf(api.GET('/admin/api/deliveries/', { params: { query: { ...query, ...page } } })),
    refreshes: [['deliveries'], ['applications'], ['audit']],
  };
}

type Delivery = Schemas['ApplicationDeliveryView'];

type DeliveriesQuery = QueryOf<'/admin/api/deliveries/'>;

/** The deliveries to all applications, newest first; polled while any of them is pending, and after a resend. */
const allDeliveriesQuery = (query: DeliveriesQuery) =>
  queryOptions({
    queryKey: ['deliveries', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/deliveries/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => listPollInterval(state.data?.results ?? []),
  });
