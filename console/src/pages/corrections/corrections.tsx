import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconHistoryToggle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { formatDate } from '../../components/format';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { PageHeader } from '../../components/page-header';
import { Person } from '../../components/person';
import { ResourceList, type Column } from '../../components/resource-list';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { correctionsQuery, STATUSES, type ListedCorrection } from './corrections.queries';
import { t } from '../../i18n/t';

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'status', label: t('Status'), choices: STATUSES },
  { kind: 'person', name: 'uid', label: t('Moved') },
];

const COLUMNS: readonly Column<ListedCorrection>[] = [
  {
    id: 'correction',
    title: t('Correction'),
    cell: ({ id }) => (
      <Anchor component={Link} to={`/commission-corrections/${id}`} fw={600} style={{ whiteSpace: 'nowrap' }}>
        {t('Correction {{id}}', { id })}
      </Anchor>
    ),
  },
  { id: 'status', title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'moved', title: t('Moved'), cell: ({ uid }) => <Person uid={uid} tab="network" /> },
  { id: 'tree', title: t('Tree'), cell: ({ tree }) => tree },
  { id: 'since', title: t('Since'), cell: ({ from }) => <time dateTime={from}>{formatDate(from)}</time> },
  { id: 'reason', title: t('Reason'), cell: ({ reason }) => <span className="wraps">{reason}</span> },
  { id: 'by', title: t('By'), cell: ({ created_by_uid }) => <Person uid={created_by_uid} /> },
  { id: 'made', title: t('Made'), cell: ({ created_at }) => <When at={created_at} /> },
];

/** The list of corrections of posted periods. */
export function CorrectionsPage() {
  const list = useList(FILTERS);
  const query = useQuery(correctionsQuery(pageOf(list)));
  return (
    <>
      <PageHeader
        title={t('Corrections')}
        description={t(
          'When a move is dated back, posted periods are calculated again. What was posted stays; once a correction is approved, the differences are posted as adjustments.',
        )}
      />
      <ResourceList
        label={t('Corrections')}
        name="corrections"
        query={query}
        params={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} />}
        csv={{ path: 'commission-corrections/', asked: list.narrowed }}
        empty={
          <EmptyState
            title={t('No corrections')}
            hint={t(
              'A correction begins on the network page of a member: “Move…”, then “Dated back”, to an instant in a posted period.',
            )}
            Icon={IconHistoryToggle}
          />
        }
      />
    </>
  );
}
