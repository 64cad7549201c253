import { Alert, Box, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCash, IconInfoCircle, IconPrinter } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { formatMoney } from '../../../components/format';
import { PageHeader } from '../../../components/page-header';
import { PendingPage } from '../../../components/pending-page';
import { StatusBadge } from '../../../components/status-badge';
import { CorrectionNote } from '../one/correction-note';
import { correctedByQuery, explainQuery, membersQuery, runQuery, type Explained } from '../runs.queries';
import { AsSource } from './as-source';
import { BonusSections } from './bonus-sections';
import { Compared } from './compared';
import { Measures } from './measures';
import { OrderQuestion } from './order-question';
import { Ranks } from './ranks';
import { t } from '../../../i18n/t';

/** A member's statement of a run, with the reasons for each amount. */
export function StatementPage() {
  const params = useParams();
  const [runId, uid] = [Number(params.runId) || 0, Number(params.uid) || 0];
  const query = useQuery(explainQuery(runId, { uid }));
  const { data } = query;
  const back = { to: `/commission-runs/${runId}/members`, label: t('Members of the run') };
  if (data === undefined) return <PendingPage title={t('Statement')} back={back} query={query} heights={[120, 420]} />;
  return (
    <>
      <PageHeader
        title={`${data.username}: ${data.period}`}
        back={back}
        aside={<StatusBadge status={data.status} />}
        description={t('{{username}}, by the plan {{plan_name}}.', {
          username: data.name === '' ? data.username : data.name,
          plan_name: data.plan_name,
        })}
        actions={
          <>
            <Button
              variant="default"
              className="screen-only"
              component={Link}
              to={`/users/${uid}/earnings`}
              leftSection={<IconCash size={16} aria-hidden />}
            >
              {t('Earnings of {{username}}', { username: data.username })}
            </Button>
            <Button
              variant="default"
              className="screen-only"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('Print')}
            </Button>
          </>
        }
      />
      <Kind one={data} />
      <Stack gap="lg">
        <Total one={data} />
        <Box className="screen-only">
          <OrderQuestion runId={runId} one={data} />
        </Box>
        {data.compared_to_previous !== null && (
          <Compared compared={data.compared_to_previous} currency={data.currency_code} />
        )}
        <BonusSections one={data} runId={runId} />
        <Ranks one={data} />
        <Measures one={data} />
        <AsSource one={data} />
      </Stack>
    </>
  );
}

/** Whether it is what was posted, or something else. */
function Kind({ one: { run_id: runId, uid, earned } }: { one: Explained }) {
  const run = useQuery(runQuery(runId)).data;
  const isPosted = run?.status === 'posted';
  const corrected = useQuery({ ...correctedByQuery(runId), enabled: isPosted }).data?.results[0];
  const page = { uid, limit: 1, offset: 0 };
  const after = useQuery({ ...membersQuery(corrected?.id ?? 0, page), enabled: corrected !== undefined }).data;
  if (run === undefined) return null;
  if (!isPosted && run.kind !== 'correction')
    return (
      <Alert mb="md" color="yellow" icon={<IconInfoCircle aria-hidden />}>
        {run.kind === 'preview'
          ? t('From a preview: nobody is paid by it.')
          : t('From a final run that is not posted yet: the member cannot see it.')}
      </Alert>
    );
  // The period was corrected, but not for this member.
  if (isPosted && (after === undefined || after.results[0]?.earned === earned)) return null;
  return <CorrectionNote run={run} pathOf={(id) => `/commission-runs/${id}/statements/${uid}`} />;
}

function Total({ one: { earned, currency_code: currency, sentence, successions } }: { one: Explained }) {
  return (
    <div>
      <Text fz={32} fw={650} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatMoney(earned, currency)}
      </Text>
      <Text>{sentence}</Text>
      {successions.map((one, index) => (
        <Text key={index} size="sm" c="dimmed">
          {one.username !== null && `${one.username}: `}
          {one.sentence}
        </Text>
      ))}
    </div>
  );
}
