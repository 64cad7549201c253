import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../../../api/failure';
import { useChange } from '../../../api/use-change';
import { FormSection } from '../../../components/form-section';
import { problemsOf } from '../editor/use-plan-document';
import type { Plan } from '../plans.queries';
import { examplePeriod, periodOf } from '../versions/periods';
import { startPreview } from './try.queries';

/** Calculates a period with the plan as a run that nobody is paid by. */
export function PreviewSection({ plan }: { plan: Plan }) {
  const [period, setPeriod] = useState(() => periodOf(plan.period, new Date()));
  const { mutate, data, error, isPending } = useChange({
    run: () => startPreview(period.trim(), plan.id),
    refreshes: [['runs']],
    quiet: true,
    done: (run) => `The preview of ${run.period} is started.`,
  });
  const problems = problemsOf(error);
  const told = problems.get('period')?.join(' ');
  return (
    <FormSection
      title="Preview of a period"
      description="A run with this plan that you can review member by member, also for the open period. It cannot be posted, and nobody is paid by it."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <Stack align="flex-start" gap="sm">
          <TextInput
            label="Period"
            description={`A ${plan.period}, such as ${examplePeriod(plan.period)}.`}
            error={told}
            value={period}
            maxLength={8}
            autoComplete="off"
            onChange={({ currentTarget }) => setPeriod(currentTarget.value)}
            w={220}
          />
          <Button
            type="submit"
            variant="default"
            loading={isPending}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
          >
            Start a preview
          </Button>
        </Stack>
        {error !== null && told === undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="sm">
            {problems.size === 0 ? describeFailure(error) : [...problems.values()].flat().join(' ')}
          </Text>
        )}
        {data !== undefined && (
          <Text size="sm" role="status" mt="sm">
            Run {data.id} calculates {data.period} with this plan.{' '}
            <Anchor component={Link} to={`/commission-runs/${data.id}`} underline="always">
              Open the run
            </Anchor>
          </Text>
        )}
      </form>
    </FormSection>
  );
}
