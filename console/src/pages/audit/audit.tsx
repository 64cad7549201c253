import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { useListParams, type ListParams } from '../../components/list-params';
import { instantOf } from '../../components/local-time';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { SearchBox } from '../../components/search-box';
import { useDialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { auditQuery, LOGIN_FAILED, type AuditEntry } from './audit.queries';
import { EntryDialog } from './entry-dialog';
import { t } from '../../i18n/t';

const FILTERS = ['actor', 'action', 'entity_type', 'entity_id', 'from', 'to'] as const;

/** Who did what to what, and when. */
export function AuditPage() {
  const params = useListParams(FILTERS);
  const { limit, offset, search, filters } = params;
  const { from, to, ...texts } = filters;
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  const asked = {
    limit,
    offset,
    ...(search && { search }),
    ...given,
    ...(from && { from: instantOf(from) ?? from }),
    ...(to && { to: instantOf(to) ?? to }),
  };
  const query = useQuery(auditQuery(asked));
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
        params={params}
        columns={columns(dialog.open)}
        keyOf={({ id }) => id}
        toolbar={
          <>
            <SearchBox label={t('Search the audit log')} value={search} onChange={params.setSearch} />
            <Filter params={params} name="actor" label={t('Who')} placeholder={t('Username or uid')} />
            <Filter params={params} name="action" label={t('Action')} placeholder="application.update" />
            <Filter params={params} name="entity_type" label={t('Entity type')} placeholder="application" />
            <Filter params={params} name="entity_id" label={t('Entity id')} />
            <Filter params={params} name="from" label={t('From')} type="datetime-local" />
            <Filter params={params} name="to" label={t('Until')} type="datetime-local" />
          </>
        }
        csv={{ path: 'audit/', asked }}
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
          {action}
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
          <Text size="sm">{entity_type}</Text>
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

/** Two per row on a phone, except for times. */
const WIDTHS = {
  text: { base: 'calc(50% - var(--mantine-spacing-sm) / 2)', xs: 200 },
  'datetime-local': { base: '100%', xs: 240 },
};

/** A filter that is applied on Enter or blur. */
function Filter({
  params,
  name,
  label,
  placeholder,
  type = 'text',
}: {
  params: ListParams;
  name: (typeof FILTERS)[number];
  label: string;
  placeholder?: string;
  type?: 'text' | 'datetime-local';
}) {
  const value = params.filters[name] ?? '';
  return (
    <TextInput
      key={value}
      label={label}
      placeholder={placeholder}
      type={type}
      defaultValue={value}
      maxLength={255}
      w={WIDTHS[type]}
      onBlur={({ currentTarget }) =>
        currentTarget.value !== value && params.setFilter(name, currentTarget.value.trim())
      }
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && params.setFilter(name, currentTarget.value.trim())}
    />
  );
}
