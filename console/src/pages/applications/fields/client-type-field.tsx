import { Group, Radio, SimpleGrid, Text } from '@mantine/core';
import type { Application } from '../applications.queries';
import { CLIENT_TYPE_ICONS } from '../client-type-icons';
import { CLIENT_TYPES, optionsOf } from '../labels';
import { t } from '#console/i18n/t';

type ClientType = Application['client_type'];

const ABOUT: Readonly<Record<ClientType, string>> = {
  server: t('A back end that calls the API. Its key stays secret.'),
  web: t('Pages in a browser. Visitors can read the key, so allow your hosts only.'),
  mobile: t('An app on Android or iOS. The key is part of the app.'),
};

/** Where an application runs. */
export function ClientTypeField({
  description = t('Where the application runs. It is part of its keys.'),
  value,
  onChange = () => undefined,
  error,
}: {
  description?: string;
  value: ClientType;
  onChange?: (value: ClientType) => void;
  error?: string;
}) {
  return (
    <Radio.Group
      label={t('Client type')}
      description={description}
      error={error}
      value={value}
      onChange={(next) => onChange(next)}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} mt="xs" spacing="sm">
        {optionsOf(CLIENT_TYPES).map(({ value: type, label }) => {
          const Icon = CLIENT_TYPE_ICONS[type];
          const text = ABOUT[type];
          return (
            <Radio.Card
              key={type}
              value={type}
              p="sm"
              radius="md"
              className="choice-card"
              aria-label={`${label}: ${text}`}
            >
              <Group justify="space-between" wrap="nowrap" mb={6}>
                <Icon size={22} stroke={1.5} aria-hidden />
                <Radio.Indicator />
              </Group>
              <Text size="sm" fw={600}>
                {label}
              </Text>
              <Text size="xs" c="dimmed" mt={2}>
                {text}
              </Text>
            </Radio.Card>
          );
        })}
      </SimpleGrid>
    </Radio.Group>
  );
}
