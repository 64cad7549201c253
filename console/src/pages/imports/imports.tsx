import { Anchor, Badge, Button, Card, Group, List, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFileImport } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { formatNumber } from '../../components/format';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { UserLink } from '../../components/person';
import { ResourceList, type Column } from '../../components/resource-list';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { networkSettingsQuery, settingsInWords } from '../network';
import { importsQuery, type ImportsQuery, type ListedImport } from './imports.queries';
import { IMPORT_KINDS, kindLabel } from './kinds';
import { rich } from '../../i18n/rich';
import { t, within } from '../../i18n/t';

const FILTERS: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: t('Kind'),
    choices: IMPORT_KINDS.map(({ name, label }) => ({ value: name, label })),
  },
];

/** Imports: how a company is brought in, and what has been imported. */
export function ImportsPage() {
  const list = useList(FILTERS, '-created_at');
  const query = useQuery(importsQuery(pageOf<ImportsQuery>(list)));
  return (
    <>
      <PageHeader
        title={t('Imports')}
        description={t(
          'Imports a company from another system, from CSV, Excel or NDJSON files. Either all rows of a file are written, or none.',
        )}
      />
      <Stack gap="xl">
        <Steps />
        <section aria-labelledby="past-imports">
          <Title order={2} id="past-imports" mb="sm">
            {t('Past imports')}
          </Title>
          <ResourceList
            label={t('Imports')}
            name="imports"
            query={query}
            params={list}
            columns={COLUMNS}
            keyOf={({ id }) => id}
            toolbar={<ListToolbar list={list} />}
            csv={{ path: 'imports/', asked: list.narrowed }}
            empty={
              <EmptyState
                title={t('Nothing was imported yet')}
                hint={t('Start with the first step above. A file can be checked before anything is written.')}
                Icon={IconFileImport}
              />
            }
          />
        </section>
      </Stack>
    </>
  );
}

/** What to do, in this order. */
function Steps() {
  const { data: settings } = useQuery(networkSettingsQuery);
  return (
    <section aria-labelledby="steps">
      <Title order={2} id="steps" mb="sm">
        {t('Import a company, step by step')}
      </Title>
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        <Step
          number={1}
          title={t('Settings of the network')}
          action={<StepLink to="/network/settings" text={t('Open settings')} />}
        >
          {t('Decide first whether there is a placement tree: it cannot change once members are placed in it.')}
          {settings !== undefined && ` ${t('Now: {{settings}}.', { settings: settingsInWords(settings) })}`}
        </Step>
        {IMPORT_KINDS.map(({ name, label, permission, text }, index) => (
          <Step
            key={name}
            number={index + 2}
            title={label}
            action={
              <May do={permission}>
                <StepLink to={`/imports/new/${name}`} text={t('Import {{label}}', { label: within(label) })} isMain />
              </May>
            }
          >
            {text}
          </Step>
        ))}
      </Stack>
      <List size="sm" c="dimmed" mt="sm" spacing={4}>
        <List.Item>{t('Each step has a template to fill in, and explains each column.')}</List.Item>
        <List.Item>
          {t('Check a file first: that writes nothing, and lists every row that would be refused.')}
        </List.Item>
        <List.Item>
          {rich(
            'Afterwards, review the imported members under <link>Users</link> and correct places and sponsors in their Network tab. Volumes are in the <link2>Volume ledger</link2>.',
            {
              link: (words) => (
                <Anchor component={Link} to="/users" inherit underline="always">
                  {words}
                </Anchor>
              ),
              link2: (words) => (
                <Anchor component={Link} to="/volumes?kind=import" inherit underline="always">
                  {words}
                </Anchor>
              ),
            },
          )}
        </List.Item>
      </List>
    </section>
  );
}

function Step({
  number,
  title,
  action,
  children,
}: {
  number: number;
  title: string;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card component="li" withBorder padding="md">
      <Group justify="space-between" align="flex-start" gap="md">
        <Group gap="md" align="flex-start" wrap="nowrap" flex="1 1 320px">
          <Badge size="lg" circle variant="light" aria-hidden style={{ flexShrink: 0 }}>
            {number}
          </Badge>
          <div>
            <Title order={3} fz="md">
              <VisuallyHidden>{t('Step {{number}}:', { number })} </VisuallyHidden>
              {title}
            </Title>
            <Text size="sm" c="dimmed" maw={640}>
              {children}
            </Text>
          </div>
        </Group>
        {action}
      </Group>
    </Card>
  );
}

function StepLink({ to, text, isMain = false }: { to: string; text: string; isMain?: boolean }) {
  return (
    <Button component={Link} to={to} variant={isMain ? 'filled' : 'default'}>
      {text}
    </Button>
  );
}

const COLUMNS: readonly Column<ListedImport>[] = [
  {
    id: 'import',
    title: t('Import'),
    cell: ({ id, kind, dry_run }) => (
      <Anchor component={Link} to={`/imports/${id}`} size="sm" fw={600}>
        {kindLabel(kind)}
        {dry_run && t(', dry run')}
      </Anchor>
    ),
  },
  { id: 'status', title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'started', title: t('Started'), sort: '-created_at', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'by', title: t('By'), cell: ({ by_uid, by }) => <UserLink uid={by_uid} name={by} size="sm" /> },
  { id: 'rows_read', title: t('Rows read'), cell: ({ rows }) => formatNumber(rows), isNumeric: true },
  { id: 'accepted', title: t('Accepted'), cell: ({ accepted }) => formatNumber(accepted), isNumeric: true },
  { id: 'skipped', title: t('Skipped'), cell: ({ skipped }) => formatNumber(skipped), isNumeric: true },
  { id: 'refused', title: t('Refused'), cell: ({ refused_rows }) => formatNumber(refused_rows), isNumeric: true },
];
