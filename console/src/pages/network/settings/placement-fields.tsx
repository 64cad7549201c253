import { Alert, NumberInput, Radio, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconInfoCircle } from '@tabler/icons-react';
import { WHOLE_NUMBER } from '../../approvals';
import { MAX_WIDTH, MIN_WIDTH, type SettingsValues } from './settings.values';
import { t } from '#console/i18n/t';

const PLACEMENTS: readonly { value: SettingsValues['placement']; label: string; text: string }[] = [
  {
    value: 'none',
    label: t('None'),
    text: t('There is only the sponsor tree: each member stands below their sponsor.'),
  },
  {
    value: 'binary',
    label: t('Binary'),
    text: t(
      'Each distributor has two legs, left and right, with one distributor at the head of each. More go further down.',
    ),
  },
  {
    value: 'matrix',
    label: t('Matrix'),
    text: t(
      'Each distributor has a fixed number of legs, with one distributor at the head of each. More go further down.',
    ),
  },
];

/** Which placement tree there is, and how many legs a member has. */
export function PlacementFields({ form }: { form: UseFormReturnType<SettingsValues> }) {
  return (
    <Stack>
      <Radio.Group label={t('Placement')} {...form.getInputProps('placement')}>
        <Stack gap="sm" mt="xs">
          {PLACEMENTS.map(({ value, label, text }) => (
            <Radio key={value} value={value} label={label} description={text} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.placement === 'matrix' && (
        <NumberInput
          label={t('Width')}
          description={t(
            'Legs of each distributor, from {{least}} to {{most}}. It cannot be less than the highest leg in use.',
            { least: MIN_WIDTH, most: MAX_WIDTH },
          )}
          {...WHOLE_NUMBER}
          {...form.getInputProps('width')}
        />
      )}
      <Consequence from={form.getInitialValues().placement} to={form.values.placement} />
    </Stack>
  );
}

/** What happens to the members when the placement changes. */
function Consequence({ from, to }: { from: SettingsValues['placement']; to: SettingsValues['placement'] }) {
  if (from === to) return null;
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title={t('When this is saved')}>
      <Text size="sm">
        {from === 'none'
          ? t(
              'Distributors without a sponsor become the roots of the placement tree. All others wait in the holding tanks of their sponsors. Once members are placed below others, the placement can no longer change.',
            )
          : t('The current placement tree is removed. This is refused while anybody is placed below somebody else.')}
      </Text>
    </Alert>
  );
}
