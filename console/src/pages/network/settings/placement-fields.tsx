import { Alert, NumberInput, Radio, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconInfoCircle } from '@tabler/icons-react';
import { MAX_WIDTH, MIN_WIDTH, type SettingsValues } from './settings.values';

const PLACEMENTS: readonly { value: SettingsValues['placement']; label: string; text: string }[] = [
  {
    value: 'none',
    label: 'None',
    text: 'There is only the sponsor tree: each member stands below its sponsor.',
  },
  {
    value: 'binary',
    label: 'Binary',
    text: 'Each distributor has two legs, left and right, with one distributor at the head of each. More go further down.',
  },
  {
    value: 'matrix',
    label: 'Matrix',
    text: 'Each distributor has a fixed number of legs, with one distributor at the head of each. More go further down.',
  },
];

/** Which placement tree there is, and how many legs a member has. */
export function PlacementFields({ form }: { form: UseFormReturnType<SettingsValues> }) {
  return (
    <Stack>
      <Radio.Group label="Placement" {...form.getInputProps('placement')}>
        <Stack gap="sm" mt="xs">
          {PLACEMENTS.map(({ value, label, text }) => (
            <Radio key={value} value={value} label={label} description={text} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.placement === 'matrix' && (
        <NumberInput
          label="Width"
          description={`Legs of each distributor, from ${MIN_WIDTH} to ${MAX_WIDTH}. It cannot be less than the highest leg in use.`}
          allowDecimal={false}
          allowNegative={false}
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
    <Alert icon={<IconInfoCircle aria-hidden />} title="When this is saved">
      <Text size="sm">
        {from === 'none'
          ? 'Distributors without a sponsor become the roots of the placement tree. All others wait in the holding tanks of their sponsors. Once members are placed below others, the placement can no longer change.'
          : 'The current placement tree is removed. This is refused while anybody is placed below somebody else.'}
      </Text>
    </Alert>
  );
}
