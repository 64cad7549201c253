import { NumberInput, Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { FailureState } from '../../../components/failure-state';
import { FormSection } from '../../../components/form-section';
import { PageHeader } from '../../../components/page-header';
import { ResourceForm } from '../../../components/resource-form';
import { useSavedForm } from '../../../components/use-saved-form';
import { networkSettingsQuery, type NetworkSettings } from '../network.queries';
import { PlacementFields } from './placement-fields';
import { changesOf, MAX_HOLDING_DAYS, validateSettings, valuesOf, type SettingsValues } from './settings.values';
import { SpillField } from './spill-field';
import { t } from '../../../i18n/t';

/** The settings of the network. */
export function NetworkSettingsPage() {
  const { data, error, isPending, refetch } = useQuery(networkSettingsQuery);
  return (
    <>
      <PageHeader
        title={t('Network settings')}
        description={t(
          'Two trees of the same members: the sponsor tree shows who sponsored each member; the placement tree, if there is one, shows where each distributor is placed.',
        )}
      />
      {isPending ? (
        <Stack role="status" aria-label={t('Loading the settings')}>
          <Skeleton height={220} />
          <Skeleton height={280} />
        </Stack>
      ) : data === undefined ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : (
        <SettingsForm settings={data} />
      )}
    </>
  );
}

function SettingsForm({ settings }: { settings: NetworkSettings }) {
  const client = useQueryClient();
  const { form, accept } = useSavedForm<SettingsValues>(valuesOf(settings), validateSettings);
  const change = useChange({
    run: (values: SettingsValues) =>
      dataOf(api.PATCH('/admin/api/network/settings/', { body: changesOf(form.getInitialValues(), values) })),
    refreshes: [['network'], ['audit']],
    done: t('The network settings are saved'),
    onDone: (saved) => {
      client.setQueryData(networkSettingsQuery.queryKey, saved);
      accept(valuesOf(saved));
    },
    quiet: true,
  });
  return (
    <ResourceForm
      permission="settings.write"
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      action={t('Save')}
    >
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
              allowDecimal={false}
              allowNegative={false}
              {...form.getInputProps('holding_days')}
            />
          </FormSection>
        </>
      )}
    </ResourceForm>
  );
}
