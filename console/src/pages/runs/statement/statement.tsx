import { Box, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPrinter } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { FailureState } from '../../../components/failure-state';
import { formatMoney } from '../../../components/format';
import { PageHeader } from '../../../components/page-header';
import { StatusBadge } from '../../../components/status-badge';
import { explainQuery, type Explained } from '../runs.queries';
import { AsSource } from './as-source';
import { BonusSections } from './bonus-sections';
import { Compared } from './compared';
import { Measures } from './measures';
import { OrderQuestion } from './order-question';
import { Ranks } from './ranks';
import classes from './statement.module.css';

/** A member's statement of a run, with the reasons: why so much, and why not more. */
export function StatementPage() {
  const params = useParams();
  const [runId, uid] = [Number(params.runId) || 0, Number(params.uid) || 0];
  const { data, error, isPending, refetch } = useQuery(explainQuery(runId, { uid }));
  const back = { to: `/commission-runs/${runId}/members`, label: 'Members of the run' };
  if (isPending)
    return (
      <Stack role="status" aria-label="Loading the statement">
        <Skeleton height={34} width={260} />
        <Skeleton height={120} />
        <Skeleton height={420} />
      </Stack>
    );
  if (data === undefined)
    return (
      <>
        <PageHeader title="Statement" back={back} />
        <FailureState error={error} onRetry={() => void refetch()} />
      </>
    );
  return (
    <>
      <PageHeader
        title={`${data.username}: ${data.period}`}
        back={back}
        aside={<StatusBadge status={data.status} />}
        description={`${data.name === '' ? data.username : data.name}, by the plan ${data.plan_name}.`}
        actions={
          <Button
            variant="default"
            className={classes.screen}
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        }
      />
      <Stack gap="lg">
        <Total one={data} />
        <Box className={classes.screen}>
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

function Total({ one: { earned, currency_code: currency, sentence } }: { one: Explained }) {
  return (
    <div>
      <Text fz={32} fw={650} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatMoney(earned, currency)}
      </Text>
      <Text>{sentence}</Text>
    </div>
  );
}
