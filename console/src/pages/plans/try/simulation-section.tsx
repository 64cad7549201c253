import { Alert, Button, Group, Progress, Select, Stack, Text, CloseButton } from '@mantine/core';
import { IconAlertCircle, IconFlask } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { periodInWords } from '#console/components/format';
import { describeFailure } from '#console/api/failure';
import { useChange } from '#console/api/use-change';
import { FailureState } from '#console/components/failure-state';
import { FormSection } from '#console/components/form-section';
import { problemsOf } from '../editor/use-plan-document';
import { planQuery, type Plan, plansQuery, type PlanSummary } from '../plans.queries';
import { SimulationResults } from './simulation-results';
import { postedRunsQuery, simulate, simulationQuery, MAX_PLANS } from './try.queries';
import { t } from '#console/i18n/t';
import { spanInWords } from '../labels';

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
                label: t('{{period}}, paid by {{plan_name}}', {
                  period: periodInWords(run.period),
                  plan_name: run.plan_name,
                }),
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
      {id !== null && <Simulated id={id} plan={plan} />}
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
function Simulated({ id, plan: { status, updated_at } }: { id: string; plan: Plan }) {
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
  const isStale = status === 'draft' && Date.parse(updated_at) > Date.parse(data.created_at);
  return (
    <>
      {isStale && (
        <Alert color="yellow" role="status" icon={<IconAlertCircle aria-hidden />}>
          {t('The plan was changed after it was tried: try it again to see what it pays now.')}
        </Alert>
      )}
      <SimulationResults simulation={data} result={data.result} />
    </>
  );
}

const MOST_VERSIONS = 100;

interface BesideFieldProps {
  plan: Plan;
  /** Ids of the plans that are tried as well. */
  value: readonly number[];
  onChange: (ids: readonly number[]) => void;
}

/** Other versions that are tried with the plan, side by side. */
function BesideField({ plan, value, onChange }: BesideFieldProps) {
  const versions = useQuery(plansQuery({ limit: MOST_VERSIONS, offset: 0 }));
  const others = (versions.data?.results ?? []).filter(({ id, period }) => id !== plan.id && period === plan.period);
  if (others.length === 0) return null;
  const free = others.filter(({ id }) => !value.includes(id));
  return (
    <Stack gap={6} w="100%" maw={420}>
      <Select
        label={t('Compare with')}
        description={t('Other plans to try on the same period, up to {{most}}.', { most: MAX_PLANS - 1 })}
        placeholder={t('Add a plan')}
        data={free.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
        value={null}
        onChange={(id) => id !== null && onChange([...value, Number(id)])}
        disabled={value.length >= MAX_PLANS - 1 || free.length === 0}
        searchable
      />
      {value.map((id) => {
        const one = others.find((other) => other.id === id);
        const name = one === undefined ? t('Plan {{id}}', { id }) : nameOf(one);
        return (
          <Group key={id} gap={4} wrap="nowrap">
            <Text size="sm">{name}</Text>
            <CloseButton
              size="sm"
              aria-label={t('Remove {{name}}', { name })}
              onClick={() => onChange(value.filter((other) => other !== id))}
            />
          </Group>
        );
      })}
    </Stack>
  );
}

const nameOf = (plan: PlanSummary): string =>
  t('{{name}} (plan {{id}}, {{span}})', { name: plan.name, id: plan.id, span: spanInWords(plan) });
