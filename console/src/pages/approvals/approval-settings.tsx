import { NumberInput, Select, Stack } from '@mantine/core';
import { api, dataOf, type Schemas } from '../../api/client';
import { FormSection } from '../../components/form-section';
import { approvalSettingsQuery } from './approvals.queries';
import { MODES } from './labels';
import { changedOf, SettingsPage, WHOLE_NUMBER, wholeNumberProblem } from './settings-page';
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

function validate({ adjustment_limit, new_account_days, lapse_days }: SettingsValues): Record<string, string> {
  return {
    ...((adjustment_limit === '' || Number(adjustment_limit) < 0) && {
      adjustment_limit: t('Enter an amount of 0 or more'),
    }),
    ...wholeNumberProblem('new_account_days', new_account_days, 0, MAX_DAYS),
    ...wholeNumberProblem('lapse_days', lapse_days, 1, MAX_DAYS),
  };
}

function save(values: SettingsValues, saved: SettingsValues): Promise<Settings> {
  const changed = Object.entries(changedOf(values, saved));
  const body = Object.fromEntries(changed.map(([name, value]) => [name, name === 'mode' ? value : Number(value)]));
  return dataOf(api.PATCH('/admin/api/approvals/settings/', { body }));
}

/** What needs a second person. */
export function ApprovalSettingsPage() {
  return (
    <SettingsPage
      title={t('Approval settings')}
      description={t(
        'What needs a second person, and how long it waits for one. The same applies to changes of these settings.',
      )}
      at="/approval-settings"
      kind="approval.settings"
      query={approvalSettingsQuery}
      valuesOf={valuesOf}
      validate={validate}
      save={save}
      done={t('The approval settings are saved')}
    >
      {(form) => (
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
              {...WHOLE_NUMBER}
              {...form.getInputProps('new_account_days')}
            />
            <NumberInput
              label={t('Lapse days')}
              description={t('A proposal lapses if nobody decides within this many days.')}
              {...WHOLE_NUMBER}
              {...form.getInputProps('lapse_days')}
            />
          </Stack>
        </FormSection>
      )}
    </SettingsPage>
  );
}
