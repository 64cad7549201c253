import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconHistoryToggle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { periodInWords } from '#console/components/format';
import { correctedByQuery, type Run } from '../runs.queries';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

interface CorrectionNoteProps {
  run: Pick<Run, 'id' | 'kind' | 'status' | 'period' | 'correction_id' | 'corrects_run_id'>;
  /** Of a run's page: the same page of another run. */
  pathOf: (runId: number) => string;
}

/** Says of a posted run that its period was corrected later, and of a run of a correction which one it calculates again. */
export function CorrectionNote({ run: { id, kind, status, period, ...run }, pathOf }: CorrectionNoteProps) {
  const { data } = useQuery({ ...correctedByQuery(id), enabled: status === 'posted' });
  const by = data?.results[0];
  if (kind === 'correction' && run.correction_id !== null && run.corrects_run_id !== null)
    return (
      <Alert mb="md" icon={<IconHistoryToggle aria-hidden />}>
        {rich(
          status === 'approved'
            ? '{{period}} calculated again by <link>correction {{correction_id}}</link>, which was approved: the differences were posted as adjustments. <link2>The posted run</link2>'
            : '{{period}} calculated again by <link>correction {{correction_id}}</link>, which is not approved: nothing of it is posted. <link2>The posted run</link2>',
          {
            period: periodInWords(period),
            correction_id: run.correction_id,
            link: (words) => (
              <Anchor component={Link} to={`/commission-corrections/${run.correction_id}`} inherit underline="always">
                {words}
              </Anchor>
            ),
            link2: (words) => (
              <Anchor component={Link} to={pathOf(run.corrects_run_id!)} inherit underline="always">
                {words}
              </Anchor>
            ),
          },
        )}
      </Alert>
    );
  if (by?.correction_id === undefined || by.correction_id === null) return null;
  return (
    <Alert
      mb="md"
      color="yellow"
      icon={<IconHistoryToggle aria-hidden />}
      title={t('{{period}} was corrected later', { period: periodInWords(period) })}
    >
      {rich(
        'This is what was originally posted. The differences were posted as adjustments by <link>correction {{correction_id}}</link>. <link2>The corrected run</link2>',
        {
          correction_id: by.correction_id,
          link: (words) => (
            <Anchor component={Link} to={`/commission-corrections/${by.correction_id}`} inherit underline="always">
              {words}
            </Anchor>
          ),
          link2: (words) => (
            <Anchor component={Link} to={pathOf(by.id)} inherit underline="always">
              {words}
            </Anchor>
          ),
        },
      )}
    </Alert>
  );
}
