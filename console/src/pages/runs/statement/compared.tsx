import { List, Text } from '@mantine/core';
import { FormSection } from '../../../components/form-section';
import { formatMoney } from '../../../components/format';
import type { Explained } from '../runs.queries';
import { t } from '../../../i18n/t';

/** Why more or less than in the posted period before. */
export function Compared({
  compared: { period, earned, sentence, differences },
  currency,
}: {
  compared: NonNullable<Explained['compared_to_previous']>;
  currency: string;
}) {
  return (
    <FormSection
      title={t('Compared with {{period}}', { period })}
      description={t('{{amount}} in {{period}}.', { amount: formatMoney(earned, currency), period })}
    >
      <Text mb="xs">{sentence}</Text>
      <List size="sm" spacing={4}>
        {differences.map((one) => (
          <List.Item key={one.of}>{one.sentence}</List.Item>
        ))}
      </List>
    </FormSection>
  );
}
