import { NumberInput } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '#console/api/client';
import { FormSection } from '#console/components/form-section';
import { changedOf, SettingsPage, WHOLE_NUMBER, wholeNumberProblem } from '../../approvals';
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

function validate({ hold_days, preview_minutes }: SettingsValues): Record<string, string> {
  return {
    ...wholeNumberProblem('hold_days', hold_days, 0, MAX_HOLD_DAYS),
    ...wholeNumberProblem('preview_minutes', preview_minutes, 0, MAX_PREVIEW_MINUTES),
  };
}

function save(values: SettingsValues, saved: SettingsValues): Promise<Settings> {
  const changed = Object.entries(changedOf(values, saved));
  const body = Object.fromEntries(changed.map(([name, value]) => [name, Number(value)]));
  return dataOf(api.PATCH('/admin/api/commission-settings/', { body }));
}

/** The settings of commissions that are no part of a plan. */
export function CommissionSettingsPage() {
  return (
    <SettingsPage
      title={t('Commission settings')}
      description={t('Settings outside the plan: when earnings are payable, and how often members see new estimates.')}
      at="/commission-settings"
      kind="commission.settings"
      query={settingsQuery}
      valuesOf={valuesOf}
      validate={validate}
      save={save}
      done={t('The commission settings are saved')}
    >
      {(form) => (
        <>
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
              {...WHOLE_NUMBER}
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
              {...WHOLE_NUMBER}
              {...form.getInputProps('preview_minutes')}
            />
          </FormSection>
        </>
      )}
    </SettingsPage>
  );
}
