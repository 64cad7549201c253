import { Alert, Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconFlask } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { describeFailure } from '../../../api/failure';
import { useChange } from '../../../api/use-change';
import { FailureState } from '../../../components/failure-state';
import { FormSection } from '../../../components/form-section';
import { problemsOf } from '../editor/use-plan-document';
import { planQuery, type Plan } from '../plans.queries';
import { BesideField } from './beside-field';
import { SimulationResults } from './simulation-results';
import { postedRunsQuery, simulate, simulationQuery } from './try.queries';
import { t } from '../../../i18n/t';

/** Tries the plan on a posted period, compared with what was paid. Only the result is written. */
export function SimulationSection({ plan }: { plan: Plan }) {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const posted = useQuery(postedRunsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [others, setOthers] = useState<readonly number[]>([]);
  const id = params.get('simulation');
  const runs = posted.data?.results ?? [];
  const period = chosen ?? runs[0]?.period ?? null;
  const { mutate, error, isPending } = useChange({
    run: async () => {
      const beside = await Promise.all(others.map((other) => client.fetchQuery(planQuery(other))));
      return simulate(
        period ?? '',
        [plan, ...beside].map((one) => one.plan),
      );
    },
    refreshes: [],
    quiet: true,
    onDone: (simulation) => {
      client.setQueryData(simulationQuery(simulation.id).queryKey, simulation);
      setParams({ simulation: simulation.id }, { replace: true, preventScrollReset: true });
    },
  });
  return (
    <>
      <FormSection
        title={t('Try it on a posted period')}
        description={t(
          'The plan is calculated on exactly what the posted run read: the network as it was, its sales, titles and carried volumes. The result is compared with what was paid. Nobody is paid by it, and the run does not change.',
        )}
      >
        {posted.data === undefined && posted.error !== null ? (
          <FailureState error={posted.error} onRetry={() => void posted.refetch()} />
        ) : posted.data !== undefined && runs.length === 0 ? (
          <Text size="sm">{t('No period is posted yet. Until then, a preview shows what the plan would pay.')}</Text>
        ) : (
          <Stack gap="md" align="flex-start">
            <Select
              label={t('Posted period')}
              data={runs.map((run) => ({
                value: run.period,
                label: t('{{period}}, paid by {{plan_name}}', { period: run.period, plan_name: run.plan_name }),
              }))}
              value={period}
              onChange={setChosen}
              allowDeselect={false}
              w="100%"
              maw={420}
            />
            <BesideField plan={plan} value={others} onChange={setOthers} />
            {error !== null && <Refusal error={error} />}
            <Button
              loading={isPending}
              disabled={period === null}
              leftSection={<IconFlask size={16} aria-hidden />}
              onClick={() => mutate()}
            >
              {t('Try it')}
            </Button>
          </Stack>
        )}
      </FormSection>
      {id !== null && <Simulated id={id} />}
    </>
  );
}

function Refusal({ error }: { error: Error }) {
  const problems = [...problemsOf(error).values()].flat();
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {problems.length === 0 ? describeFailure(error) : problems.join(' ')}
    </Text>
  );
}

/** The result of a simulation, or its progress. */
function Simulated({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(simulationQuery(id));
  if (data === undefined) return error === null ? null : <FailureState error={error} onRetry={() => void refetch()} />;
  if (data.status === 'failed')
    return (
      <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={t('The simulation failed')}>
        {data.error}
      </Alert>
    );
  if (data.result === null)
    return (
      <Group gap="sm" role="status">
        <Text size="sm">{data.status === 'queued' ? t('Waiting for its turn…') : t('Calculating…')}</Text>
        <Progress value={data.progress * 100} aria-label={t('Progress of the simulation')} flex={1} maw={320} />
      </Group>
    );
  return <SimulationResults simulation={data} result={data.result} />;
}
