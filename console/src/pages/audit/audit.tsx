import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { inWords } from '../../components/format';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { useDialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { actionInWords } from './actions';
import { auditQuery, LOGIN_FAILED, type AuditEntry } from './audit.queries';
import { EntryDialog } from './entry-dialog';
import { t } from '../../i18n/t';

const FILTERS: readonly ListFilter[] = [
  { kind: 'person', name: 'actor', label: t('Who') },
  { kind: 'person', name: 'about', label: t('About whom') },
  { kind: 'text', name: 'action', label: t('Action') },
  { kind: 'text', name: 'entity_type', label: t('Entity type') },
  { kind: 'text', name: 'entity_id', label: t('Entity id') },
  { kind: 'days', label: t('When'), names: ['from', 'to'] },
];

/** Who did what to what, and when. */
export function AuditPage() {
  const list = useList(FILTERS);
  const query = useQuery(auditQuery(pageOf(list)));
  const dialog = useDialog('entry');
  const shown = query.data?.results.find(({ id }) => String(id) === dialog.subject);
  return (
    <>
      <PageHeader
        title={t('Audit log')}
        description={t(
          'All changes by super admins, and actions of API admins on behalf of others: who, what, when, from where, before and after. Includes failed log-ins of super admins (login.failed).',
        )}
      />
      <ResourceList
        label={t('Audit log')}
        name="audit"
        query={query}
        params={list}
        columns={columns(dialog.open)}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} search={t('Search by username, action, type or id')} />}
        csv={{ path: 'audit/', asked: list.narrowed }}
        countedTo={1_000}
        empty={<EmptyState title={t('No entries yet')} hint={t('Changes by super admins are recorded here.')} />}
      />
      <EntryDialog entry={shown} dialog={dialog} />
    </>
  );
}

function columns(open: (id: string) => void): readonly Column<AuditEntry>[] {
  return [
    {
      id: 'action',
      title: t('Action'),
      cell: ({ id, action }) => (
        <Anchor component="button" type="button" fw={600} ta="start" onClick={() => open(String(id))}>
          {actionInWords(action)}
          <Text span display="block" size="xs" c="dimmed" className="mono">
            {action}
          </Text>
        </Anchor>
      ),
    },
    {
      id: 'who',
      title: t('Who'),
      cell: ({ action, actor_uid, actor_username }) => (
        <Anchor component={Link} to={`/users/${actor_uid}`} size="sm">
          {action === LOGIN_FAILED ? t('Someone as {{actor_username}}', { actor_username }) : actor_username}
        </Anchor>
      ),
    },
    {
      id: 'what',
      title: t('What'),
      cell: ({ entity_type, entity_id }) => (
        <Stack gap={0}>
          <Text size="sm">{inWords(entity_type)}</Text>
          <Text size="sm" c="dimmed" className="mono">
            {entity_id}
          </Text>
        </Stack>
      ),
    },
    { id: 'when', title: t('When'), cell: ({ at }) => <When at={at} /> },
    { id: 'from', title: t('From'), cell: ({ ip }) => <span className="mono">{ip}</span> },
  ];
}
