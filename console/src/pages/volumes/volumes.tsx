import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChartBar, IconPlus } from '@tabler/icons-react';
import { personQuery } from '../../api/person';
import { EmptyState } from '../../components/empty-state';
import { formatNumber } from '../../components/format';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListSums } from '../../components/list-sums';
import { ListToolbar } from '../../components/list-toolbar';
import { May } from '../../components/may';
import { OrderLink } from '../../components/order-link';
import { PageHeader } from '../../components/page-header';
import { UserLink } from '../../components/person';
import { ResourceList, type Column } from '../../components/resource-list';
import { useDialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { AdjustDialog } from './adjust-dialog';
import { kindOf, VOLUME_KINDS } from './labels';
import { ORDER_FILTER } from './order-filter';
import { RowDialog } from './row-dialog';
import { volumesQuery, type Volume, type VolumesQuery } from './volumes.queries';
import { t } from '../../i18n/t';

const FILTERS: readonly ListFilter[] = [
  { kind: 'person', name: 'uid', label: t('Member') },
  ORDER_FILTER,
  { kind: 'choice', name: 'kind', label: t('Kind'), choices: VOLUME_KINDS },
  { kind: 'days', label: t('Counts at'), names: ['from', 'to'] },
];

/** The volume ledger. */
export function VolumesPage() {
  const list = useList(FILTERS, '-at');
  const query = useQuery(volumesQuery({ ...pageOf<VolumesQuery>(list), sums: 'true' }));
  const uid = Number(list.narrowed.uid ?? 0);
  const member = useQuery({ ...personQuery(uid), enabled: uid > 0 }).data ?? null;
  const [row, adjust] = [useDialog('row'), useDialog('adjust')];
  const shown = query.data?.results.find(({ id }) => String(id) === row.subject);
  return (
    <>
      <PageHeader
        title={t('Volume ledger')}
        description={t(
          'What was sold, cancelled, returned, adjusted and imported, newest first. Rows are never changed. The list ends after 50,000 rows; choose earlier days to go further back.',
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
        params={list}
        columns={columns(row.open)}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} />}
        csv={{ path: 'volumes/', asked: list.narrowed }}
        sums={
          <ListSums
            figures={(query.data?.sums ?? []).flatMap((sum) => [
              [t('Business volume'), formatNumber(sum.business_volume)],
              [t('Points'), formatNumber(sum.points)],
              [t('Cumulative volume'), formatNumber(sum.cumulative_volume)],
            ])}
          />
        }
        empty={
          <EmptyState
            title={t('No volumes yet')}
            hint={t('An order has a row for each of its lines as soon as it is paid.')}
            Icon={IconChartBar}
          />
        }
      />
      <RowDialog row={shown} dialog={row} />
      <AdjustDialog member={uid > 0 ? member : null} dialog={adjust} />
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
    { id: 'member', title: t('Member'), cell: ({ uid, username }) => <UserLink uid={uid} name={username} size="sm" /> },
    { id: 'counts_at', title: t('Counts at'), sort: '-at', cell: ({ at }) => <When at={at} /> },
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
  if (order_id !== null) return <OrderLink id={order_id} number={order_number} size="sm" />;
  if (external_id !== null)
    return (
      <Text component="span" size="sm" className="mono">
        {external_id}
      </Text>
    );
  return (
    <Text component="span" size="sm" lineClamp={2} className="wraps">
      {reason}
    </Text>
  );
}
