import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconAlertTriangle, IconInfoCircle, IconList, IconReportMoney, IconUsers } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, Outlet, useParams } from 'react-router';
import { useMay } from '#console/api/permissions';
import { PageHeader } from '#console/components/page-header';
import { PendingPage } from '#console/components/pending-page';
import { SectionTabs, type Section } from '#console/components/section-tabs';
import { StatusBadge } from '#console/components/status-badge';
import { hasResults, runTitle } from '../labels';
import { PreviewedAt } from '../previewed-at';
import { isGoing, runQuery, type Run } from '../runs.queries';
import { CorrectionNote } from './correction-note';
import { RunActions } from './run-actions';
import { useWaiting, WaitingApproval } from '../../approvals';
import { HistoryButton } from '../../audit';
import { payoutsQuery } from '../../payouts';
import { t, within } from '#console/i18n/t';

const BACK = { to: '/commission-runs', label: t('Commission runs') };

const SECTIONS: readonly Section[] = [
  { to: 'summary', label: t('Summary'), Icon: IconReportMoney },
  { to: 'members', label: t('Members'), Icon: IconUsers },
  { to: 'lines', label: t('Lines'), Icon: IconList },
];

/** A run: its progress, its actions and its result. */
export function RunPage() {
  const id = Number(useParams().runId) || 0;
  const query = useQuery(runQuery(id));
  const { data } = query;
  const waiting = useWaiting('run.approve', data?.status === 'calculated' ? `/commission-runs/${id}` : undefined);
  const client = useQueryClient();
  const isOver = data !== undefined && !isGoing(data);
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: ['runs', 'list'] });
  }, [isOver, client]);
  if (data === undefined)
    return <PendingPage title={t('Commission run')} back={BACK} query={query} heights={[42, 420]} />;
  return (
    <>
      <PageHeader
        title={runTitle(data)}
        back={BACK}
        aside={<StatusBadge status={data.status} />}
        description={
          <>
            {t('Run {{id}}, by the plan {{plan_name}}.', { id: data.id, plan_name: data.plan_name })}{' '}
            <PreviewedAt run={data} />
          </>
        }
        actions={
          <>
            <HistoryButton of={[{ type: 'commission_run', id: data.id }]} />
            <RunActions run={data} isForOthers={waiting?.can_approve === false} />
          </>
        }
      />
      {hasResults(data) ? (
        <>
          {waiting === undefined ? <NextStep run={data} /> : <WaitingApproval approval={waiting} />}
          <CorrectionNote run={data} pathOf={(runId) => `/commission-runs/${runId}`} />
          <SectionTabs label={t('Sections of the {{title}}', { title: within(runTitle(data)) })} sections={SECTIONS} />
          <Outlet key={data.id} context={data} />
        </>
      ) : (
        <WithoutResults run={data} />
      )}
    </>
  );
}

/** What is to be done with a run that is calculated. */
function NextStep({ run }: { run: Run }) {
  if (run.kind === 'final' && run.posted_at !== null) return <PayOutNext postedAt={run.posted_at} />;
  const text = nextStepOf(run);
  if (text === undefined) return null;
  return (
    <Alert mb="md" icon={<IconInfoCircle aria-hidden />}>
      {text}
    </Alert>
  );
}

/** Leads on to the payout, until one was made after the run was posted. */
function PayOutNext({ postedAt }: { postedAt: string }) {
  const may = useMay()('payouts.write');
  const { data } = useQuery({ ...payoutsQuery({ limit: 20, offset: 0 }), enabled: may });
  const isDone = data?.results.some((one) => one.status !== 'cancelled' && one.created_at > postedAt);
  if (isDone !== false) return null;
  return (
    <Alert mb="md" icon={<IconInfoCircle aria-hidden />}>
      {t('It was posted: its amounts are in the balances. No payout has been made since.')}
      <Group mt="xs">
        <Button component={Link} to="/payouts/batches?dialog=create" variant="default">
          {t('Next: pay out')}
        </Button>
      </Group>
    </Alert>
  );
}

function nextStepOf({ kind, status }: Run): string | undefined {
  if (kind === 'correction') return undefined;
  if (kind === 'preview') return t('A preview: nobody is paid by it. Discard it when it is no longer needed.');
  if (status === 'calculated')
    return t(
      'Check the summary, the highest earners and the unpaid commissions. Then approve the run, or discard it and start another one.',
    );
  if (status === 'approved')
    return t('It was approved. Posting writes the earnings and closes the period; that cannot be undone.');
  return undefined;
}

function WithoutResults({ run }: { run: Run }) {
  const { status, progress, error } = run;
  switch (status) {
    case 'queued':
    case 'running':
      return (
        <Stack role="status" gap="xs">
          <Text>
            {status === 'queued' ? t('Waiting for its turn.') : t('It is being calculated.')}{' '}
            {t('You may leave this page.')}
          </Text>
          <Progress value={progress * 100} aria-label={t('Progress of the run')} animated striped />
        </Stack>
      );
    case 'failed':
      return (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('It failed: nothing was kept')}>
          {error ?? t('The reason is unknown.')}{' '}
          {t('Start another one; if that fails too, tell the operator of the service.')}
        </Alert>
      );
    default:
      return (
        <Alert
          color="yellow"
          icon={<IconInfoCircle aria-hidden />}
          title={
            status === 'cancelled' ? t('It was cancelled: nothing was kept') : t('It was discarded: nothing was kept')
          }
        >
          {t('Start another one if the period is not posted yet.')}
        </Alert>
      );
  }
}
