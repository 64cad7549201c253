import { Card, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconEqual } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '#console/components/empty-state';
import { FailureState } from '#console/components/failure-state';
import { formatNumber } from '#console/components/format';
import { writeJson } from '../document/json-text';
import type { Json } from '../document/paths';
import { inWords } from '../document/schema';
import { idOf, spanInWords } from '../labels';
import { usePlanPage } from '../plan-context';
import { planDiffQuery, plansQuery, type Plan, type PlanDifference, type PlanSummary } from '../plans.queries';
import { t, within } from '#console/i18n/t';

const MOST_VERSIONS = 100;

/** What is different between this version and another one. */
export function CompareTab() {
  const { plan } = usePlanPage();
  const [params, setParams] = useSearchParams();
  const versions = useQuery(plansQuery({ limit: MOST_VERSIONS, offset: 0 }));
  const others = (versions.data?.results ?? []).filter(({ id }) => id !== plan.id);
  const other = idOf(params.get('with')) ?? nearest(plan, others)?.id;
  if (versions.data === undefined && versions.error !== null)
    return <FailureState error={versions.error} onRetry={() => void versions.refetch()} />;
  if (versions.data !== undefined && others.length === 0)
    return <EmptyState title={t('There is no other plan to compare it with')} Icon={IconEqual} />;
  return (
    <Stack gap="md">
      <Select
        label={t('Changes since')}
        description={t('Ranks are compared by name and bonuses by ID, wherever they stand.')}
        data={others.map((one) => ({ value: String(one.id), label: versionName(one) }))}
        value={other === undefined ? null : String(other)}
        onChange={(id) => setParams({ ...(id !== null && { with: id }) }, { replace: true, preventScrollReset: true })}
        allowDeselect={false}
        searchable
        maw={520}
      />
      {other !== undefined && <Changes before={other} after={plan.id} />}
    </Stack>
  );
}

/** The version that holds before, or the one that was published last, or else the newest. */
function nearest(plan: Plan, others: readonly PlanSummary[]): PlanSummary | undefined {
  const published = others.filter(({ from_period }) => from_period !== null);
  const before = published
    .filter(({ from_period }) => plan.from_period === null || from_period! <= plan.from_period)
    .sort((one, other) => (one.from_period! < other.from_period! ? 1 : -1));
  return before[0] ?? published[0] ?? others[0];
}

const versionName = (plan: PlanSummary): string =>
  t('{{name}} (plan {{id}}, {{span}})', { name: plan.name, id: plan.id, span: spanInWords(plan) });

function Changes({ before, after }: { before: number; after: number }) {
  const { data, error, isPending, refetch } = useQuery(planDiffQuery(before, after));
  if (isPending) return null;
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (data.changes.length === 0) return <EmptyState title={t('Both are the same')} Icon={IconEqual} />;
  return (
    <Card withBorder padding={0}>
      <Table.ScrollContainer minWidth={0}>
        <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={t('Changes')} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" w="34%">
                {t('What')}
              </Table.Th>
              <Table.Th scope="col">{t('Before')}</Table.Th>
              <Table.Th scope="col">{t('Now')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.changes.map((change) => (
              <Change key={change.path + change.kind} change={change} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

function Change({ change: { kind, label, old, new: now } }: { change: PlanDifference }) {
  const isMove = kind === 'moved';
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Th scope="row">
        <Group gap={6}>
          <Text component="span" size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {label.charAt(0).toUpperCase() + label.slice(1)}
          </Text>
          <Text component="span" size="xs" c="dimmed">
            {within(inWords(kind))}
          </Text>
        </Group>
      </Table.Th>
      <Table.Td>
        {isMove ? (
          t('Place {{old}}', { old: Number(old) + 1 })
        ) : (
          <Value value={old as Json} isThere={kind !== 'added'} />
        )}
      </Table.Td>
      <Table.Td>
        {isMove ? (
          t('Place {{now}}', { now: Number(now) + 1 })
        ) : (
          <Value value={now as Json} isThere={kind !== 'removed'} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** A value in words; a part of the plan as JSON. */
function Value({ value, isThere }: { value: Json; isThere: boolean }) {
  if (!isThere)
    return (
      <Text component="span" size="sm" c="dimmed">
        –
      </Text>
    );
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (typeof value === 'string')
    return <span style={{ overflowWrap: 'anywhere' }}>{/^[a-z_]+$/.test(value) ? inWords(value) : value}</span>;
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object'))
    return value.length === 0 ? t('none') : value.join(', ');
  return (
    <pre className="mono code-wrap" style={{ margin: 0 }}>
      {writeJson(value)}
    </pre>
  );
}
