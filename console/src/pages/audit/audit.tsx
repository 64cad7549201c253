import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { useListParams, type ListParams } from '../../components/list-params';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { SearchBox } from '../../components/search-box';
import { useDialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { auditQuery, type AuditEntry } from './audit.queries';
import { EntryDialog } from './entry-dialog';

const FILTERS = ['actor', 'action', 'entity_type', 'entity_id', 'from', 'to'] as const;

/** Who did what to what, and when. */
export function AuditPage() {
  const params = useListParams(FILTERS);
  const { limit, offset, search, filters } = params;
  const { from, to, ...texts } = filters;
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  const query = useQuery(
    auditQuery({
      limit,
      offset,
      ...(search && { search }),
      ...given,
      ...(from && { from: instantOf(from) }),
      ...(to && { to: instantOf(to) }),
    }),
  );
  const dialog = useDialog('entry');
  const shown = query.data?.results.find(({ id }) => String(id) === dialog.subject);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every change by a super admin, and every act of an API admin for somebody else: who, what, when, from where, before and after."
      />
      <ResourceList
        label="Audit log"
        query={query}
        params={params}
        columns={columns(dialog.open)}
        keyOf={({ id }) => id}
        toolbar={
          <>
            <SearchBox label="Search actions, people and things" value={search} onChange={params.setSearch} />
            <Filter params={params} name="actor" label="Who" />
            <Filter params={params} name="action" label="Action, such as application.update" />
            <Filter params={params} name="entity_type" label="Kind of thing" />
            <Filter params={params} name="from" label="From" type="datetime-local" />
            <Filter params={params} name="to" label="Until" type="datetime-local" />
          </>
        }
        empty={<EmptyState title="Nothing was done yet" hint="What super admins change is entered here." />}
      />
      <EntryDialog entry={shown} dialog={dialog} />
    </>
  );
}

function columns(open: (id: string) => void): readonly Column<AuditEntry>[] {
  return [
    {
      title: 'Action',
      cell: ({ id, action }) => (
        <Button variant="subtle" size="compact-md" px={0} onClick={() => open(String(id))}>
          {action}
        </Button>
      ),
    },
    {
      title: 'Who',
      cell: ({ actor_uid, actor_username }) => (
        <Anchor component={Link} to={`/users/${actor_uid}`} size="sm">
          {actor_username}
        </Anchor>
      ),
    },
    {
      title: 'What',
      cell: ({ entity_type, entity_id }) => (
        <Stack gap={0}>
          <Text size="sm">{entity_type}</Text>
          <Text size="sm" c="dimmed" className="mono">
            {entity_id}
          </Text>
        </Stack>
      ),
    },
    { title: 'When', cell: ({ at }) => <When at={at} /> },
    { title: 'From', cell: ({ ip }) => <span className="mono">{ip}</span> },
  ];
}

/** A filter that is asked for once it was typed: with Enter, or when the field is left. */
function Filter({
  params,
  name,
  label,
  type = 'text',
}: {
  params: ListParams;
  name: (typeof FILTERS)[number];
  label: string;
  type?: 'text' | 'datetime-local';
}) {
  const value = params.filters[name] ?? '';
  return (
    <TextInput
      key={value}
      label={label}
      type={type}
      defaultValue={value}
      maxLength={255}
      onBlur={({ currentTarget }) =>
        currentTarget.value !== value && params.setFilter(name, currentTarget.value.trim())
      }
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && params.setFilter(name, currentTarget.value.trim())}
    />
  );
}

/** The moment that a field of the reader's own time stands for. */
function instantOf(local: string): string {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}
