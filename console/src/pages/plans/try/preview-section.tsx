import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { periodInWords } from '#console/components/format';
import { describeFailure } from '#console/api/failure';
import { useChange } from '#console/api/use-change';
import { FormSection } from '#console/components/form-section';
import { problemsOf } from '../editor/use-plan-document';
import type { Plan } from '../plans.queries';
import { examplePeriod, periodOf } from '../versions/periods';
import { startPreview } from './try.queries';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

/** Calculates a period with the plan as a run that nobody is paid by. */
export function PreviewSection({ plan }: { plan: Plan }) {
  const [period, setPeriod] = useState(() => periodOf(plan.period, new Date()));
  const { mutate, data, error, isPending } = useChange({
    run: () => startPreview(period.trim(), plan.id),
    refreshes: [['runs']],
    quiet: true,
    done: (run) => t('The preview of {{period}} is started.', { period: periodInWords(run.period) }),
  });
  const problems = problemsOf(error);
  const told = problems.get('period')?.join(' ');
  return (
    <FormSection
      title={t('Preview of a period')}
      description={t(
        'A run with this plan that you can review member by member, also for the open period. It cannot be posted, and nobody is paid by it.',
      )}
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
            label={t('Period')}
            description={
              plan.period === 'week'
                ? t('A week, such as {{example}}.', { example: examplePeriod('week') })
                : t('A month, such as {{example}}.', { example: examplePeriod('month') })
            }
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
            {t('Start a preview')}
          </Button>
        </Stack>
        {error !== null && told === undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="sm">
            {problems.size === 0 ? describeFailure(error) : [...problems.values()].flat().join(' ')}
          </Text>
        )}
        {data !== undefined && (
          <Text size="sm" role="status" mt="sm">
            {rich('Run {{id}} calculates {{period}} with this plan. <link>Open the run</link>', {
              id: data.id,
              period: periodInWords(data.period),
              link: (words) => (
                <Anchor component={Link} to={`/commission-runs/${data.id}`} underline="always">
                  {words}
                </Anchor>
              ),
            })}
          </Text>
        )}
      </form>
    </FormSection>
  );
}
