import { Alert, Box, Button, Stack, Text, Anchor, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCash, IconInfoCircle, IconPrinter } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { useMay } from '#console/api/permissions';
import { formatMoney, formatNumber, periodInWords } from '#console/components/format';
import { PageHeader } from '#console/components/page-header';
import { PendingPage } from '#console/components/pending-page';
import { StatusBadge } from '#console/components/status-badge';
import { CorrectionNote } from '../one/correction-note';
import { correctedByQuery, explainQuery, membersQuery, runQuery, type Explained } from '../runs.queries';
import { BonusSections } from './bonus-sections';
import { OrderQuestion } from './order-question';
import { Ranks } from './ranks';
import { t } from '#console/i18n/t';
import { FormSection } from '#console/components/form-section';
import { bonusInWords } from '../labels';
import { PreviewedAt } from '../previewed-at';

/** A member's statement of a run, with the reasons for each amount. */
export function StatementPage() {
  const params = useParams();
  const [runId, uid] = [Number(params.runId) || 0, Number(params.uid) || 0];
  const query = useQuery(explainQuery(runId, { uid }));
  const { data } = query;
  const back = useMay()('runs.read')
    ? { to: `/commission-runs/${runId}/members`, label: t('Members of the run') }
    : { to: `/users/${uid}/earnings`, label: t('Earnings') };
  if (data === undefined) return <PendingPage title={t('Statement')} back={back} query={query} heights={[120, 420]} />;
  return (
    <>
      <PageHeader
        title={`${data.username}: ${periodInWords(data.period)}`}
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
  const run = useQuery({ ...runQuery(runId), enabled: useMay()('runs.read') }).data;
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
          : t('From a final run that is not posted yet: the member cannot see it.')}{' '}
        <PreviewedAt run={run} />
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

/** What bonuses did with what the member bought and earned: who above was paid on it, and who was not. */
function AsSource({ one: { as_source: sources, username } }: { one: Explained }) {
  const { runId } = useParams();
  if (sources.length === 0) return null;
  return (
    <FormSection
      title={t('For the upline')}
      description={t(
        'How bonuses used what {{username}} bought and earned: who in the upline was paid on it, and who was not.',
        { username },
      )}
    >
      {sources.map(({ bonus, sentence, above }) => (
        <div key={bonus}>
          <Text size="sm" fw={600}>
            {bonusInWords(bonus)}
          </Text>
          <Text size="sm">{sentence}</Text>
          <List size="sm" mb="sm" type="ordered">
            {above.map(({ uid, username: name, sentence: why }, index) => (
              <List.Item key={index}>
                {uid !== null && (
                  <>
                    <Anchor component={Link} to={`/commission-runs/${runId}/statements/${uid}`} inherit>
                      {name ?? t('uid {{uid}}', { uid })}
                    </Anchor>
                    {': '}
                  </>
                )}
                {why}
              </List.Item>
            ))}
          </List>
        </div>
      ))}
    </FormSection>
  );
}

/** Why more or less than in the posted period before. */
function Compared({
  compared: { period, earned, sentence, differences },
  currency,
}: {
  compared: NonNullable<Explained['compared_to_previous']>;
  currency: string;
}) {
  return (
    <FormSection
      title={t('Compared with {{period}}', { period: periodInWords(period) })}
      description={t('{{amount}} in {{period}}.', {
        amount: formatMoney(earned, currency),
        period: periodInWords(period),
      })}
    >
      <Text mb="xs">{sentence}</Text>
      <List size="sm" spacing={4}>
        {differences.map((one) => (
          <List.Item key={one.of}>{one.sentence}</List.Item>
        ))}
      </List>
    </FormSection>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  own_volume: t('Own qualifying volume'),
  commissionable_volume: t('Own commissionable volume'),
  personal_volume: t('Personal volume'),
  group_volume: t('Group volume'),
};

const PARTS: Readonly<Record<string, string>> = {
  own: t('own'),
  customer: t('customer'),
  leg: t('leg of'),
  others: t('others'),
  sale: t('sales'),
  cancellation: t('cancellations'),
  return: t('returns'),
  adjustment: t('adjustments'),
  import: t('imported rows'),
  succession: t('moved with a position'),
  later: t('recorded after the run'),
};

/** Each measure and its parts. */
function Measures({ one: { measures } }: { one: Explained }) {
  return (
    <FormSection title={t('Volumes')} description={t('What each volume consists of. The parts add up to the total.')}>
      <Stack gap="md">
        {measures.map(({ measure, value, sentence, parts }) => (
          <div key={measure}>
            <Text size="sm" fw={600}>
              {NAMES[measure] ?? measure}: {formatNumber(value)}
            </Text>
            <Text size="sm">{sentence}</Text>
            <List size="sm" c="dimmed">
              {parts.map(({ part, uid, username, count, volume }, index) => (
                <List.Item key={index}>
                  {[
                    PARTS[part] ?? part,
                    uid === null ? undefined : (username ?? t('uid {{uid}}', { uid })),
                    count === null ? undefined : `(${formatNumber(count)})`,
                  ]
                    .filter((word) => word !== undefined)
                    .join(' ')}
                  : {formatNumber(volume)}
                </List.Item>
              ))}
            </List>
          </div>
        ))}
      </Stack>
    </FormSection>
  );
}
