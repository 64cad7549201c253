import { List, Stack, Text } from '@mantine/core';
import { formatNumber } from '../../../components/format';
import { FormSection } from '../../../components/form-section';
import type { Explained } from '../runs.queries';
import { t } from '../../../i18n/t';

const NAMES: Readonly<Record<string, string>> = {
  own_volume: t('Own volume'),
  commissionable_volume: t('Own commissionable volume'),
  personal_volume: t('Personal volume'),
  group_volume: t('Group volume'),
};

const PARTS: Readonly<Record<string, string>> = {
  own: t('own'),
  customer: t('customer'),
  leg: t('leg of'),
  others: t('others'),
  sale: t('sales'),
  cancellation: t('cancellations'),
  return: t('returns'),
  adjustment: t('adjustments'),
  import: t('imported rows'),
  succession: t('moved with a position'),
  later: t('recorded after the run'),
};

/** Each measure and its parts. */
export function Measures({ one: { measures } }: { one: Explained }) {
  return (
    <FormSection title={t('Volumes')} description={t('What each volume consists of. The parts add up to the total.')}>
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
                    uid === null ? undefined : (username ?? t('uid {{uid}}', { uid })),
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
