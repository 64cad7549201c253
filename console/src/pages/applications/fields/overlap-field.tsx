import { Group, NumberInput, Radio, Select, Stack } from '@mantine/core';
import { OVERLAPS, UNITS, type OverlapValues } from './overlap';
import { t } from '#console/i18n/t';

interface OverlapFieldProps {
  label: string;
  description: string;
  value: OverlapValues;
  onChange: (value: OverlapValues) => void;
  error?: string;
}

/** How long older keys stay valid alongside a new one. */
export function OverlapField({ label, description, value, onChange, error }: OverlapFieldProps) {
  const isCustom = value.choice === 'custom';
  return (
    <Stack gap="xs">
      <Radio.Group
        label={label}
        description={description}
        error={isCustom ? undefined : error}
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
      >
        <Stack gap="xs" mt="xs">
          {OVERLAPS.map((option) => (
            <Radio key={option.value} value={option.value} label={option.label} />
          ))}
        </Stack>
      </Radio.Group>
      {isCustom && (
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <NumberInput
            label={t('Duration')}
            value={value.amount}
            onChange={(amount) => onChange({ ...value, amount })}
            min={0}
            allowNegative={false}
            clampBehavior="none"
            hideControls
            error={error}
            w={140}
          />
          <Select
            label={t('Unit')}
            data={[...UNITS]}
            value={value.unit}
            onChange={(unit) => onChange({ ...value, unit: unit ?? value.unit })}
            allowDeselect={false}
            w={140}
          />
        </Group>
      )}
    </Stack>
  );
}
