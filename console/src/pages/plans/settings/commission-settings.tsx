import { NumberInput, Skeleton } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { FailureState } from '#console/components/failure-state';
import { FormSection } from '#console/components/form-section';
import { PageHeader } from '#console/components/page-header';
import { ResourceForm } from '#console/components/resource-form';
import { useSavedForm } from '#console/components/use-saved-form';
import { t } from '#console/i18n/t';

type Settings = Schemas['CommissionSettingsView'];

interface SettingsValues extends Record<string, unknown> {
  hold_days: number | string;
  preview_minutes: number | string;
}

const MAX_HOLD_DAYS = 365;
const MAX_PREVIEW_MINUTES = 1440;

const settingsQuery = queryOptions({
  queryKey: ['commission-settings'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/commission-settings/', { signal })),
});

const valuesOf = ({ hold_days, preview_minutes }: Settings): SettingsValues => ({ hold_days, preview_minutes });

/** The settings of commissions that are no part of a plan. */
export function CommissionSettingsPage() {
  const { data, error, isPending, refetch } = useQuery(settingsQuery);
  return (
    <>
      <PageHeader
        title={t('Commission settings')}
        description={t(
          'Settings outside the plan: when earnings are payable, and how often members see new estimates.',
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

function validate({ hold_days, preview_minutes }: SettingsValues): Record<string, string> {
  return {
    ...(!isWithin(hold_days, MAX_HOLD_DAYS) && {
      hold_days: t('Enter a number from 0 to {{most}}', { most: MAX_HOLD_DAYS }),
    }),
    ...(!isWithin(preview_minutes, MAX_PREVIEW_MINUTES) && {
      preview_minutes: t('Enter a number from 0 to {{most}}', { most: MAX_PREVIEW_MINUTES }),
    }),
  };
}

const isWithin = (value: number | string, most: number): boolean =>
  value !== '' && Number.isInteger(Number(value)) && Number(value) >= 0 && Number(value) <= most;

function SettingsForm({ settings }: { settings: Settings }) {
  const client = useQueryClient();
  const { form, accept } = useSavedForm<SettingsValues>(valuesOf(settings), validate);
  const change = useChange({
    run: (values: SettingsValues) => {
      const saved = form.getInitialValues();
      const changed = Object.entries(values).filter(([key, value]) => value !== saved[key]);
      const body = Object.fromEntries(changed.map(([key, value]) => [key, Number(value)]));
      return dataOf(api.PATCH('/admin/api/commission-settings/', { body }));
    },
    refreshes: [['audit']],
    done: t('The commission settings are saved'),
    onDone: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      accept(valuesOf(saved));
    },
    quiet: true,
  });
  const number = { allowDecimal: false, allowNegative: false };
  return (
    <ResourceForm
      permission="settings.write"
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      action={t('Save')}
    >
      <FormSection
        title={t('Earnings')}
        description={t(
          'Posting a run writes what each member earned. It can be held back for some days before a payout takes it, for example while goods may still be returned.',
        )}
      >
        <NumberInput
          label={t('Hold days')}
          description={t(
            'Days after posting from which on earnings are payable, 0 to {{most}}. Applies to what is posted from now on.',
            { most: MAX_HOLD_DAYS },
          )}
          {...number}
          {...form.getInputProps('hold_days')}
        />
      </FormSection>
      <FormSection
        title={t('Previews')}
        description={t(
          'Members see estimated earnings of the open period, as of the newest preview, which the service makes automatically.',
        )}
      >
        <NumberInput
          label={t('Minutes between previews')}
          description={t(
            '0 to {{most}}. With 0 none is made automatically; you can start one at any time under Commission runs.',
            { most: MAX_PREVIEW_MINUTES },
          )}
          {...number}
          {...form.getInputProps('preview_minutes')}
        />
      </FormSection>
    </ResourceForm>
  );
}
