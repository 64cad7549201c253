import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { identityQuery } from '#console/api/session';
import { ApprovalForecast, useWaiting, WaitingApproval } from '../../approvals';
import { formatDate, formatMoney, signed } from '#console/components/format';
import { PAGE_SIZE } from '#console/components/list-params';
import { PageHeader } from '#console/components/page-header';
import { PendingPage } from '#console/components/pending-page';
import { StatusBadge } from '#console/components/status-badge';
import {
  correctedMembersQuery,
  correctionQuery,
  isGoing,
  type Correction,
  CORRECTIONS_CHANGED,
} from '../corrections.queries';
import { CorrectedMove } from './corrected-move';
import { MembersSection } from './members-section';
import { missingPeriods } from './missing-periods';
import { PeriodsSection } from './periods-section';
import { plural, t } from '#console/i18n/t';
import { api, dataOf } from '#console/api/client';
import { ActionButtons, type Action } from '#console/components/action-buttons';

const BACK = { to: '/commission-corrections', label: t('Corrections') };

/** A correction: the move, the results of posted periods with it, the members concerned, and the actions. */
export function CorrectionPage() {
  const id = Number(useParams().correctionId) || 0;
  const query = useQuery(correctionQuery(id));
  const { data } = query;
  const waiting = useWaiting(
    'correction.approve',
    data?.status === 'calculated' ? `/commission-corrections/${id}` : undefined,
  );
  const client = useQueryClient();
  const isOver = data !== undefined && !isGoing(data);
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: ['corrections', 'members', id] });
  }, [isOver, client, id]);
  if (data === undefined) return <PendingPage title={t('Correction')} back={BACK} query={query} heights={[160, 260]} />;
  return (
    <>
      <PageHeader
        title={t('Correction {{id}}', { id: data.id })}
        back={BACK}
        aside={<StatusBadge status={data.status} />}
        description={t('Posted periods calculated again, because a move was dated back.')}
        actions={<CorrectionActions correction={data} isForOthers={waiting?.can_approve === false} />}
      />
      <WaitingApproval approval={waiting} />
      <Stack gap="lg">
        <State correction={data} />
        <CorrectedMove correction={data} />
        <PeriodsSection correction={data} />
        {(data.status === 'calculated' || data.status === 'approved') && <MembersSection correction={data} />}
      </Stack>
    </>
  );
}

/** The progress of the correction, and the next step. */
function State({ correction }: { correction: Correction }) {
  const { status, progress, error } = correction;
  switch (status) {
    case 'queued':
    case 'running':
      return (
        <Stack role="status" gap="xs">
          <Text>
            {status === 'queued' ? t('Waiting for its turn.') : t('The periods are being calculated again.')}{' '}
            {t('You may leave this page.')}
          </Text>
          <Progress value={progress * 100} aria-label={t('Progress of the correction')} animated striped />
        </Stack>
      );
    case 'failed':
      return (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('It failed: nothing was posted')}>
          {error ?? t('The reason is unknown.')} {t('Calculate it again, or discard it.')}
        </Alert>
      );
    case 'calculated':
      return <NextStep correction={correction} />;
    case 'approved':
      return (
        <Alert color="teal" icon={<IconInfoCircle aria-hidden />}>
          {t(
            'The differences are posted as adjustments. The posted runs do not change; later calculations use the corrected ones.',
          )}
        </Alert>
      );
    case 'discarded':
      return (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} title={t('It was discarded: nothing was posted')}>
          {correction.holds_from === null
            ? t('The move stays, and later periods are calculated with it.')
            : t(
                'The move takes effect on {{holds_from}}. Posted periods before that do not change, also in later corrections.',
                { holds_from: formatDate(correction.holds_from) },
              )}
        </Alert>
      );
  }
}

function NextStep({ correction }: { correction: Correction }) {
  const { data: identity } = useQuery(identityQuery);
  const missing = missingPeriods(correction);
  if (missing.length > 0)
    return (
      <Alert
        color="yellow"
        icon={<IconAlertTriangle aria-hidden />}
        title={t('{{missing}} was posted in the meantime', { missing: missing.join(', ') })}
      >
        {t('Calculate it again to include this too. Then it can be approved.')}
      </Alert>
    );
  const isOwn = identity?.uid === correction.created_by_uid;
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title={t('Nothing is posted yet')}>
      {t('Review who gets more and who gets less. Approving posts the differences, and cannot be undone.')}
      {correction.four_eyes &&
        (isOwn
          ? ` ${t('You made the move, so another person has to approve it.')}`
          : ` ${t('The plan requires two people: whoever made the move cannot approve it.')}`)}
    </Alert>
  );
}

/** The buttons of a correction: what can be done in its status, each with a question before. */
function CorrectionActions({ correction, isForOthers }: { correction: Correction; isForOthers: boolean }) {
  const isCalculated = correction.status === 'calculated';
  // As the list of members asks, so that it is asked once.
  const page = correctedMembersQuery(correction.id, { limit: PAGE_SIZE, offset: 0 });
  const { data } = useQuery({ ...page, enabled: isCalculated });
  const actions = actionsOf(correction, data?.count ?? 0).filter(
    ({ permission }) => !(isForOthers && permission === 'corrections.approve'),
  );
  return <ActionButtons actions={actions} changed={CORRECTIONS_CHANGED} />;
}

/** @param statements how many it changes */
function actionsOf(correction: Correction, statements: number): Action[] {
  const { id, status, periods, currency_code: currency } = correction;
  const params = { params: { path: { id } } };
  if (status === 'approved' || status === 'discarded') return [];
  const again: Action = {
    label: t('Calculate again…'),
    permission: 'corrections.write',
    title: t('Calculate correction {{id}} again?', { id }),
    body: t('Calculates what is missing: periods posted in the meantime, and what a failure left out.'),
    action: t('Calculate'),
    isMain: true,
    run: () => dataOf(api.POST('/admin/api/commission-corrections/{id}/recalculate/', params)),
  };
  const difference = periods.reduce((sum, one) => sum + (one.difference ?? 0), 0);
  const approve: Action = {
    label: t('Approve…'),
    permission: 'corrections.approve',
    title: t('Approve correction {{id}}?', { id }),
    body: `${plural(
      statements,
      '{{count}} statement changes, and the payout by {{difference}}.',
      '{{count}} statements change, and the payout by {{difference}}.',
      { difference: signed(difference, (value) => formatMoney(value, currency)) },
    )} ${t(
      'Each member gets or loses the difference at once, as an adjustment for each period, with the reason of the move. It cannot be undone.',
    )}`,
    forecast: <ApprovalForecast kind="correction.approve" id={id} />,
    action: t('Approve and post'),
    isMain: true,
    run: () => dataOf(api.POST('/admin/api/commission-corrections/{id}/approve/', params)),
  };
  const discard: Action = {
    label: t('Discard…'),
    permission: 'corrections.write',
    title: t('Discard correction {{id}}?', { id }),
    body: t(
      'Nothing is posted. Posted periods stay as they were, also in later corrections: the move takes effect only at the end of the last posted period.',
    ),
    action: t('Discard'),
    isDangerous: true,
    run: () => dataOf(api.POST('/admin/api/commission-corrections/{id}/discard/', params)),
  };
  const isLacking = status === 'failed' || (status === 'calculated' && missingPeriods(correction).length > 0);
  return [...(isLacking ? [again] : status === 'calculated' ? [approve] : []), discard];
}
