import { NumberInput, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/use-change';
import { FailureState } from '../../components/failure-state';
import { FormSection } from '../../components/form-section';
import { PageHeader } from '../../components/page-header';
import { ResourceForm } from '../../components/resource-form';
import { useSavedForm } from '../../components/use-saved-form';
import { approvalSettingsQuery } from './approvals.queries';
import { MODES } from './labels';
import { t } from '../../i18n/t';

type Settings = Schemas['ApprovalSettingsView'];

interface SettingsValues extends Record<string, unknown> {
  mode: Settings['mode'];
  adjustment_limit: number | string;
  new_account_days: number | string;
  lapse_days: number | string;
}

const MAX_DAYS = 365;

const valuesOf = ({ mode, adjustment_limit, new_account_days, lapse_days }: Settings): SettingsValues => ({
  mode,
  adjustment_limit,
  new_account_days,
  lapse_days,
});

/** What needs a second person. */
export function ApprovalSettingsPage() {
  const { data, error, isPending, refetch } = useQuery(approvalSettingsQuery);
  return (
    <>
      <PageHeader
        title={t('Approval settings')}
        description={t(
          'What needs a second person, and how long it waits for one. Changing these settings needs a second person too.',
        )}
      />
      {isPending ? (
        <Skeleton height={300} role="status" aria-label={t('Loading the settings')} />
      ) : data === undefined ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : (
        <SettingsForm settings={data} />
      )}
    </>
  );
}

const isDays = (value: number | string, least: number): boolean =>
  value !== '' && Number.isInteger(Number(value)) && Number(value) >= least && Number(value) <= MAX_DAYS;

function validate({ adjustment_limit, new_account_days, lapse_days }: SettingsValues): Record<string, string> {
  return {
    ...((adjustment_limit === '' || Number(adjustment_limit) < 0) && {
      adjustment_limit: t('Enter an amount of 0 or more'),
    }),
    ...(!isDays(new_account_days, 0) && {
      new_account_days: t('Enter a number from 0 to {{most}}', { most: MAX_DAYS }),
    }),
    ...(!isDays(lapse_days, 1) && { lapse_days: t('Enter a number from 1 to {{most}}', { most: MAX_DAYS }) }),
  };
}

function SettingsForm({ settings }: { settings: Settings }) {
  const client = useQueryClient();
  const { form, accept } = useSavedForm<SettingsValues>(valuesOf(settings), validate);
  const change = useChange({
    run: (values: SettingsValues) => {
      const saved = form.getInitialValues();
      const changed = Object.entries(values).filter(([key, value]) => value !== saved[key]);
      const body = Object.fromEntries(changed.map(([key, value]) => [key, key === 'mode' ? value : Number(value)]));
      return dataOf(api.PATCH('/admin/api/approvals/settings/', { body }));
    },
    refreshes: [['audit']],
    done: t('The approval settings are saved'),
    onDone: ({ approval: _, ...saved }) => {
      client.setQueryData(approvalSettingsQuery.queryKey, saved);
      accept(valuesOf(saved));
    },
    quiet: true,
  });
  const days = { allowDecimal: false, allowNegative: false };
  return (
    <ResourceForm permission="settings.write" form={form} onSubmit={change.mutate} change={change} action={t('Save')}>
      <FormSection
        title={t('Second person')}
        description={t(
          'Plans, runs, corrections, payouts, adjustments, settings and the roles of people who may approve.',
        )}
      >
        <Stack gap="md">
          <Select
            label={t('Needs a second person')}
            data={MODES}
            allowDeselect={false}
            {...form.getInputProps('mode')}
          />
          <NumberInput
            label={t('Adjustment limit')}
            description={t('Adjustments and write-offs up to this amount need no approval.')}
            allowNegative={false}
            decimalScale={4}
            {...form.getInputProps('adjustment_limit')}
          />
          <NumberInput
            label={t('New account days')}
            description={t(
              'For this many days, somebody whose account was created, whose password was reset or who got a role cannot approve what the person who did so proposes.',
            )}
            {...days}
            {...form.getInputProps('new_account_days')}
          />
          <NumberInput
            label={t('Lapse days')}
            description={t('A proposal lapses if nobody decides within this many days.')}
            {...days}
            {...form.getInputProps('lapse_days')}
          />
        </Stack>
      </FormSection>
    </ResourceForm>
  );
}
