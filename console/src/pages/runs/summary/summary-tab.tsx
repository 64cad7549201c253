import { Accordion, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DescriptionList } from '#console/components/description-list';
import { formatNumber } from '#console/components/format';
import { FormSection } from '#console/components/form-section';
import { Person } from '#console/components/person';
import { When } from '#console/components/when';
import { Slot } from '#console/extensions/slot';
import { useRun } from '../one/use-run';
import { bridgeQuery, type Run, type RunSummary } from '../runs.queries';
import { BridgeSection } from './bridge';
import { Figures } from './figures';
import { Hero } from './hero';
import { SummaryTables } from './tables';
import { t } from '#console/i18n/t';

/** The result of a run: its payout and why that differs from the one before, figures, tables, and the history. */
export function SummaryTab() {
  const run = useRun();
  const { id, period, kind, status, summary, currency_code: currency } = run;
  const { data: bridge, error, refetch } = useQuery(bridgeQuery(id));
  if (summary === null) return null;
  return (
    <Stack gap="lg">
      <Hero run={run} summary={summary} bridge={bridge} />
      <BridgeSection bridge={bridge} error={error} onRetry={() => void refetch()} />
      <Figures run={run} summary={summary} />
      <SummaryTables summary={summary} currency={currency} />
      <Slot name="run" given={{ id, period, kind, status, currency_code: currency }} />
      <History run={run} />
      <Details run={run} summary={summary} />
    </Stack>
  );
}

/** Who did what when. */
function History({ run }: { run: Run }) {
  const by = (uid: number | null, nobody: string) => (uid === null ? nobody : <Person uid={uid} />);
  return (
    <FormSection title={t('History')} description={t('Who did what and when.')}>
      <DescriptionList
        entries={[
          [t('Started'), <When key="started" at={run.created_at} />],
          [t('Started by'), by(run.created_by_uid, t('the service'))],
          [t('Approved'), <When key="approved" at={run.approved_at} never={t('not yet')} />],
          [t('Approved by'), by(run.approved_by_uid, 'nobody')],
          [t('Posted'), <When key="posted" at={run.posted_at} never={t('not yet')} />],
          [t('Posted by'), by(run.posted_by_uid, 'nobody')],
        ]}
      />
    </FormSection>
  );
}

/** What few need: how large and how long the calculation was, and the hashes by which a replay is held. */
function Details({ run, summary }: { run: Run; summary: RunSummary }) {
  return (
    <Accordion variant="contained">
      <Accordion.Item value="details">
        <Accordion.Control>{t('Details')}</Accordion.Control>
        <Accordion.Panel>
          <DescriptionList
            entries={[
              [t('Lines'), formatNumber(summary.lines)],
              [t('Duration'), run.seconds === null ? t('not known') : `${formatNumber(run.seconds)} s`],
              [t('Hash of the input'), <code key="input">{run.input_hash}</code>],
              [t('Hash of the result'), <code key="result">{run.result_hash}</code>],
            ]}
          />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
