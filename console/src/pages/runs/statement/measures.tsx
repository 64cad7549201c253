import { List, Stack, Text } from '@mantine/core';
import { formatNumber } from '../../../components/format';
import { FormSection } from '../../../components/form-section';
import type { Explained } from '../runs.queries';

const NAMES: Readonly<Record<string, string>> = {
  own_volume: 'Own volume',
  commissionable_volume: 'Own commissionable volume',
  personal_volume: 'Personal volume',
  group_volume: 'Group volume',
};

const PARTS: Readonly<Record<string, string>> = {
  own: 'own',
  customer: 'customer',
  leg: 'leg of',
  others: 'others',
  sale: 'sales',
  cancellation: 'cancellations',
  return: 'returns',
  adjustment: 'adjustments',
  import: 'imported rows',
  succession: 'moved with a position',
  later: 'recorded after the run',
};

/** Each measure and its parts. */
export function Measures({ one: { measures } }: { one: Explained }) {
  return (
    <FormSection title="Volumes" description="What each volume consists of. The parts add up to the total.">
      <Stack gap="md">
        {measures.map(({ measure, value, sentence, parts }) => (
          <div key={measure}>
            <Text size="sm" fw={600}>
              {NAMES[measure] ?? measure}: {formatNumber(value)}
            </Text>
            <Text size="sm">{sentence}</Text>
            <List size="sm" c="dimmed">
              {parts.map(({ part, uid, username, count, volume }, index) => (
                <List.Item key={index}>
                  {[
                    PARTS[part] ?? part,
                    uid === null ? undefined : (username ?? `uid ${uid}`),
                    count === null ? undefined : `(${formatNumber(count)})`,
                  ]
                    .filter((word) => word !== undefined)
                    .join(' ')}
                  : {formatNumber(volume)}
                </List.Item>
              ))}
            </List>
          </div>
        ))}
      </Stack>
    </FormSection>
  );
}
