import { Radio, Stack } from '@mantine/core';
import type { NetworkSettings } from '../network.queries';
import { t } from '../../../i18n/t';

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
export function SpillField({ value, ...field }: { value: Spill; error?: string; onChange?: (value: string) => void }) {
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
