import { NumberInput, Radio, Stack } from '@mantine/core';
import { api, dataOf } from '#console/api/client';
import { FormSection } from '#console/components/form-section';
import { SettingsPage, WHOLE_NUMBER } from '../../approvals';
import { networkSettingsQuery, type NetworkSettings } from '../network.queries';
import { PlacementFields } from './placement-fields';
import { changesOf, MAX_HOLDING_DAYS, validateSettings, valuesOf, type SettingsValues } from './settings.values';
import { t } from '#console/i18n/t';

const save = (values: SettingsValues, saved: SettingsValues): Promise<NetworkSettings> =>
  dataOf(api.PATCH('/admin/api/network/settings/', { body: changesOf(saved, values) }));

/** The settings of the network. */
export function NetworkSettingsPage() {
  return (
    <SettingsPage
      title={t('Network settings')}
      description={t(
        'Two trees of the same members: the sponsor tree shows who sponsored each member; the placement tree, if there is one, shows where each distributor is placed.',
      )}
      at="/network/settings"
      kind="network.settings"
      query={networkSettingsQuery}
      valuesOf={valuesOf}
      validate={validateSettings}
      save={save}
      refreshes={[['network']]}
      done={t('The network settings are saved')}
    >
      {(form) => (
        <>
          <FormSection
            title={t('Placement tree')}
            description={t(
              'Only distributors are placed. Customers and preferred customers are attached to the nearest placed sponsor above.',
            )}
          >
            <PlacementFields form={form} />
          </FormSection>
          {form.values.placement !== 'none' && (
            <>
              <FormSection
                title={t('New distributors')}
                description={t(
                  'Where distributors are placed who sign up without a place. Legs whose head is terminated are skipped. Distributors who are already placed do not move.',
                )}
              >
                <SpillField {...form.getInputProps('spill')} value={form.values.spill} />
              </FormSection>
              <FormSection
                title={t('Holding tank')}
                description={t(
                  'Distributors who have no place yet wait in the holding tank of their sponsor, who can put them in any free place further down.',
                )}
              >
                <NumberInput
                  label={t('Holding days')}
                  description={t('After this many days the service places them, breadth first. 0 to {{most}}.', {
                    most: MAX_HOLDING_DAYS,
                  })}
                  {...WHOLE_NUMBER}
                  {...form.getInputProps('holding_days')}
                />
              </FormSection>
            </>
          )}
        </>
      )}
    </SettingsPage>
  );
}

type Spill = NetworkSettings['spill'];

const SPILLS: readonly { value: Spill; label: string; text: string }[] = [
  {
    value: 'left',
    label: t('Left'),
    text: t('At the end of the sponsor’s outer left leg. All new distributors stand one below the other: a power leg.'),
  },
  { value: 'right', label: t('Right'), text: t('At the end of the sponsor’s outer right leg.') },
  {
    value: 'lesser_volume',
    label: t('Lesser volume'),
    text: t(
      'Down the leg with the smaller group volume, at the sponsor and at each distributor below, to the first free place.',
    ),
  },
  {
    value: 'breadth_first',
    label: t('Breadth first'),
    text: t('In the first free place below the sponsor, level by level, from left to right.'),
  },
  { value: 'manual', label: t('Manual'), text: t('In the sponsor’s holding tank, until the sponsor chooses a place.') },
];

/** Where a new distributor is placed. */
function SpillField({ value, ...field }: { value: Spill; error?: string; onChange?: (value: string) => void }) {
  return (
    <Radio.Group label={t('Spill')} {...field} value={value}>
      <Stack gap="sm" mt="xs">
        {SPILLS.map(({ value: spill, label, text }) => (
          <Radio key={spill} value={spill} label={label} description={text} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
