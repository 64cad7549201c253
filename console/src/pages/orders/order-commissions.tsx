import { Anchor, Button, Group, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { NumberTh } from '../../components/number-th';
import { Panel } from '../../components/two-columns';
import { FailureState } from '../../components/failure-state';
import { formatMoney, formatNumber, formatPercent, periodInWords } from '../../components/format';
import { StatusBadge } from '../../components/status-badge';
import { bonusInWords, runTitle, typeInWords } from '../runs';
import { COMMISSION_LINES, orderCommissionsQuery, type OrderInRun } from './orders.queries';
import { t } from '../../i18n/t';

type Line = OrderInRun['lines'][number];

/** Who was paid on an order, and how much, by run; what was taken back for what was returned. */
export function OrderCommissions({ id, number }: { id: number; number: string }) {
  const [page, setPage] = useState(0);
  const { data, error, isPending, refetch } = useQuery(orderCommissionsQuery(id, page));
  if (isPending)
    return (
      <Panel title={t('Commissions')}>
        <Skeleton height={90} role="status" aria-label={t('Loading the commissions')} />
      </Panel>
    );
  if (data === undefined)
    return (
      <Panel title={t('Commissions')}>
        <FailureState error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  const { runs, share, sentence, currency_code: currency } = data;
  const most = Math.max(0, ...runs.map(({ count }) => count));
  return (
    <Panel title={t('Commissions')}>
      {runs.length > 0 && (
        <Text fz={28} fw={650} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {formatMoney(share, currency)}
        </Text>
      )}
      <Text c={runs.length === 0 ? 'dimmed' : undefined}>{sentence}</Text>
      <Stack gap="lg" mt={runs.length === 0 ? 0 : 'md'}>
        {runs.map((run) => (
          <InRun key={run.run_id} run={run} currency={currency} />
        ))}
      </Stack>
      <Wholes runs={runs} number={number} />
      {most > COMMISSION_LINES && (
        <Group gap="sm" mt="md">
          <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('Previous lines')}
          </Button>
          <Button variant="default" disabled={(page + 1) * COMMISSION_LINES >= most} onClick={() => setPage(page + 1)}>
            {t('Next lines')}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

/** The bonuses that are in none of the lines. */
function Wholes({ runs, number }: { runs: readonly OrderInRun[]; number: string }) {
  const names = [...new Set(runs.flatMap(({ wholes }) => wholes.map(({ bonus }) => bonusInWords(bonus))))];
  if (names.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" mt="md">
      {t(
        'Not put down to single orders, since they pay on legs, groups or everybody: {{names}}. A member’s statement says what order {{number}} has to do with them.',
        { names: names.join(', '), number },
      )}
    </Text>
  );
}

function InRun({ run, currency }: { run: OrderInRun; currency: string }) {
  const { run_id: id, status, share, lines, commissionable_volume: volume, plan_name: plan } = run;
  return (
    <section aria-label={runTitle(run)}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Group gap="xs">
          <Anchor component={Link} to={`/commission-runs/${id}`} fw={600}>
            {runTitle(run)}
          </Anchor>
          {status !== 'posted' && <StatusBadge status={status} />}
        </Group>
        <Text fw={600} className="numeric">
          {formatMoney(share, currency)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t('By the plan {{plan}}, on a commissionable volume of {{volume}}.', { plan, volume: formatNumber(volume) })}
      </Text>
      {lines.length > 0 && <Lines lines={lines} runId={id} currency={currency} />}
    </section>
  );
}

interface LinesProps {
  lines: readonly Line[];
  runId: number;
  currency: string;
}

function Lines({ lines, runId, currency }: LinesProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  const label = t('Who was paid');
  if (isNarrow)
    return (
      <Stack component="ul" className="plain-list" gap="sm" p={0} m={0} mt="xs" aria-label={label}>
        {lines.map((line) => (
          <li key={line.number}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Payee line={line} runId={runId} />
              <Text fw={600} className="numeric">
                {formatMoney(line.share, currency)}
              </Text>
            </Group>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text size="sm" c="dimmed">
                {bonusOf(line)}
                {line.level !== null && t(', level {{level}}', { level: line.level })}
              </Text>
              <Why line={line} runId={runId} />
            </Group>
          </li>
        ))}
      </Stack>
    );
  return (
    <Table verticalSpacing={6} horizontalSpacing="xs" mt="xs" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Member')}</Table.Th>
          <Table.Th scope="col">{t('Bonus')}</Table.Th>
          <NumberTh>{t('Level')}</NumberTh>
          <NumberTh>{t('Percent')}</NumberTh>
          <NumberTh>{t('Whole line')}</NumberTh>
          <NumberTh>{t('For this order')}</NumberTh>
          <Table.Th scope="col" className="screen-only">
            <VisuallyHidden>{t('Reason')}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.number}>
            <Table.Td>
              <Payee line={line} runId={runId} />
            </Table.Td>
            <Table.Td>{bonusOf(line)}</Table.Td>
            <Table.Td className="numeric">{line.level ?? '–'}</Table.Td>
            <Table.Td className="numeric">{line.percent === null ? '–' : formatPercent(line.percent)}</Table.Td>
            <Table.Td className="numeric" c="dimmed">
              {formatMoney(line.amount, currency)}
            </Table.Td>
            <Table.Td className="numeric" fw={600}>
              {formatMoney(line.share, currency)}
            </Table.Td>
            <Table.Td className="screen-only" ta="end">
              <Why line={line} runId={runId} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The bonus; of what is taken back, that which had paid it and its period. */
function bonusOf({ bonus, takes_back: taken }: Line): string {
  return taken === null
    ? bonusInWords(bonus)
    : t('{{bonus}}: {{paid}} of {{period}}', {
        bonus: typeInWords(bonus),
        paid: bonusInWords(taken.bonus),
        period: periodInWords(taken.period),
      });
}

function Payee({ line: { uid, username }, runId }: { line: Line; runId: number }) {
  return (
    <Anchor component={Link} to={`/commission-runs/${runId}/statements/${uid}`} inherit>
      {username}
    </Anchor>
  );
}

/** Opens the explanation of the line in the statement of who got it. */
function Why({ line: { number, uid, username }, runId }: { line: Line; runId: number }) {
  return (
    <Button
      component={Link}
      to={`/commission-runs/${runId}/statements/${uid}?dialog=line:${number}`}
      variant="subtle"
      size="compact-sm"
      className="screen-only"
      style={{ flex: 'none' }}
      aria-label={t('Why line {{number}} of {{username}}?', { number, username })}
    >
      {t('Why?')}
    </Button>
  );
}
