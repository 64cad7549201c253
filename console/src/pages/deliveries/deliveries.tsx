import { Anchor } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { applicationFilter } from '../../components/application-picker';
import { EmptyState } from '../../components/empty-state';
import type { ListFilter } from '../../components/list-filters';
import { useListParams } from '../../components/list-params';
import { instantOf } from '../../components/local-time';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { SearchBox } from '../../components/search-box';
import { When } from '../../components/when';
import {
  deliveryAddress,
  DELIVERY_COLUMNS,
  DELIVERY_FILTERS,
  DeliveryFilters,
  useDeliveryFilter,
} from '../applications';
import { allDeliveriesQuery, type Delivery } from './deliveries.queries';
import { useDeliveryBulk } from './delivery-bulk';
import { t } from '../../i18n/t';

const FILTERS = [...DELIVERY_FILTERS, 'application', 'since'];

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
      <Anchor component={Link} to={`/applications/${id}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Anchor>
    ),
  },
  ...DELIVERY_COLUMNS,
  { id: 'finished', title: t('Finished'), cell: ({ finished_at }) => <When at={finished_at} never={t('not yet')} /> },
];

const MORE: readonly ListFilter[] = [
  applicationFilter('application'),
  { kind: 'time', name: 'since', label: t('Since') },
];

/** The webhook deliveries of all applications. */
export function DeliveriesPage() {
  const params = useListParams(FILTERS);
  const { limit, offset, search, filters } = params;
  const { application } = filters;
  const filter = useDeliveryFilter(filters);
  const since = filters.since === undefined ? undefined : instantOf(filters.since);
  const asked = {
    limit,
    offset,
    ...(search && { search }),
    ...filter,
    ...(application !== undefined && { application_id: application }),
    ...(since !== undefined && { since }),
  };
  const query = useQuery(allDeliveriesQuery(asked));
  const bulk = useDeliveryBulk(asked);
  return (
    <>
      <PageHeader
        title={t('Deliveries')}
        description={t(
          'Sent and pending webhook deliveries of all applications, newest first. “Since” filters by the time a delivery finished or, if pending, was created. They are kept for 30 days.',
        )}
      />
      <ResourceList
        label={t('Deliveries')}
        name="deliveries"
        query={query}
        params={params}
        columns={COLUMNS}
        bulk={bulk}
        keyOf={({ id }) => id}
        toolbar={
          <>
            <SearchBox label={t('Search by event or event id')} value={search} onChange={params.setSearch} />
            <DeliveryFilters params={params} more={MORE} />
          </>
        }
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
