import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { identityQuery } from '../../../api/session';
import { formatDate } from '../../../components/format';
import { PageHeader } from '../../../components/page-header';
import { PendingPage } from '../../../components/pending-page';
import { StatusBadge } from '../../../components/status-badge';
import { correctionQuery, isGoing, type Correction } from '../corrections.queries';
import { CorrectedMove } from './corrected-move';
import { CorrectionActions } from './correction-actions';
import { MembersSection } from './members-section';
import { missingPeriods } from './missing-periods';
import { PeriodsSection } from './periods-section';
import { t } from '../../../i18n/t';

const BACK = { to: '/commission-corrections', label: t('Corrections') };

/** A correction: the move, the results of posted periods with it, the members concerned, and the actions. */
export function CorrectionPage() {
  const id = Number(useParams().correctionId) || 0;
  const query = useQuery(correctionQuery(id));
  const { data } = query;
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
        actions={<CorrectionActions correction={data} />}
      />
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
