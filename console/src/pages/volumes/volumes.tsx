import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChartBar, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { personQuery } from '../../api/person';
import { EmptyState } from '../../components/empty-state';
import { formatNumber } from '../../components/format';
import { FilterSelect } from '../../components/filter-select';
import { useListParams, type ListParams } from '../../components/list-params';
import { instantOf } from '../../components/local-time';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { useDialog } from '../../components/use-dialog';
import { UserPicker } from '../../components/user-picker';
import { When } from '../../components/when';
import { AdjustDialog } from './adjust-dialog';
import { kindOf, VOLUME_KINDS } from './labels';
import { OrderFilter } from './order-filter';
import { RowDialog } from './row-dialog';
import { volumesQuery, type Volume, type VolumeKind } from './volumes.queries';
import { t } from '../../i18n/t';

const FILTERS = ['uid', 'order_id', 'kind', 'from', 'to'] as const;

/** The volume ledger. */
export function VolumesPage() {
  const params = useListParams(FILTERS);
  const { limit, offset, filters } = params;
  const { from, to } = filters;
  const kind = filters.kind as VolumeKind | undefined;
  const [uid, orderId] = [idOf(filters.uid), idOf(filters.order_id)];
  const asked = {
    limit,
    offset,
    ...(uid && { uid }),
    ...(orderId && { order_id: orderId }),
    ...(kind && { kind }),
    ...(from && { from: instantOf(from) ?? from }),
    ...(to && { to: instantOf(to) ?? to }),
  };
  const query = useQuery(volumesQuery(asked));
  const member = useQuery({ ...personQuery(uid ?? 0), enabled: uid !== undefined }).data ?? null;
  const [row, adjust] = [useDialog('row'), useDialog('adjust')];
  const shown = query.data?.results.find(({ id }) => String(id) === row.subject);
  return (
    <>
      <PageHeader
        title={t('Volume ledger')}
        description={t(
          'What was sold, cancelled, returned, adjusted and imported, newest first. Rows are never changed. The list ends after 100,000 rows; go further back with Until.',
        )}
        actions={
          <May do="volumes.write">
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => adjust.open()}>
              {t('Adjust volumes')}
            </Button>
          </May>
        }
      />
      <ResourceList
        label={t('Volume ledger')}
        name="volumes"
        query={query}
        params={params}
        columns={columns(row.open)}
        keyOf={({ id }) => id}
        toolbar={
          <>
            <UserPicker
              label={t('Member')}
              placeholder={t('Any member')}
              value={uid === undefined ? null : member}
              onChange={(user) => params.setFilter('uid', user === null ? null : String(user.uid))}
              w={{ base: '100%', xs: 170 }}
            />
            <OrderFilter id={orderId} onChange={(id) => params.setFilter('order_id', id)} />
            <FilterSelect
              params={params}
              name="kind"
              label={t('Kind')}
              any={t('Any kind')}
              data={VOLUME_KINDS}
              width={150}
              hasLabel
            />
            <TimeFilter params={params} name="from" label={t('From')} />
            <TimeFilter params={params} name="to" label={t('Until')} />
          </>
        }
        csv={{ path: 'volumes/', asked }}
        empty={
          <EmptyState
            title={t('No volumes yet')}
            hint={t('An order has a row for each of its lines as soon as it is paid.')}
            Icon={IconChartBar}
          />
        }
      />
      <RowDialog row={shown} dialog={row} />
      <AdjustDialog member={uid === undefined ? null : member} dialog={adjust} />
    </>
  );
}

function columns(open: (id: string) => void): readonly Column<Volume>[] {
  return [
    {
      id: 'kind',
      title: t('Kind'),
      cell: (row) => (
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={600}
          ta="start"
          aria-label={t('{{row}}, row {{id}}', { row: kindOf(row), id: row.id })}
          onClick={() => open(String(row.id))}
        >
          {kindOf(row)}
        </Anchor>
      ),
    },
    {
      id: 'member',
      title: t('Member'),
      cell: ({ uid, username }) => (
        <Anchor component={Link} to={`/users/${uid}`} size="sm">
          {username}
        </Anchor>
      ),
    },
    { id: 'counts_at', title: t('Counts at'), cell: ({ at }) => <When at={at} /> },
    { id: 'source', title: t('Source'), cell: (row) => <Source of={row} /> },
    {
      id: 'business_volume',
      title: t('Business volume'),
      cell: ({ business_volume }) => formatNumber(business_volume),
      isNumeric: true,
    },
    { id: 'points', title: t('Points'), cell: ({ points }) => formatNumber(points), isNumeric: true },
    {
      id: 'cumulative_volume',
      title: t('Cumulative volume'),
      cell: ({ cumulative_volume }) => formatNumber(cumulative_volume),
      isNumeric: true,
    },
  ];
}

/** What a row came from: an order, a reason, or the system that it was imported from. */
function Source({ of: { order_id, order_number, reason, external_id } }: { of: Volume }) {
  if (order_id !== null)
    return (
      <Anchor component={Link} to={`/orders/${order_id}`} size="sm">
        {order_number ?? t('Order id {{order_id}}', { order_id })}
      </Anchor>
    );
  if (external_id !== null)
    return (
      <Text component="span" size="sm" className="mono">
        {external_id}
      </Text>
    );
  return (
    <Text component="span" size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
      {reason}
    </Text>
  );
}

function TimeFilter({ params, name, label }: { params: ListParams; name: 'from' | 'to'; label: string }) {
  return (
    <TextInput
      label={label}
      type="datetime-local"
      value={params.filters[name] ?? ''}
      onChange={({ currentTarget }) => params.setFilter(name, currentTarget.value)}
      w={{ base: '100%', xs: 216 }}
    />
  );
}

/** An id in the URL; undefined if it is invalid. */
function idOf(text: string | undefined): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
