import { Badge, Button, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import {
  IconBrandAndroid,
  IconBrandApple,
  IconDownload,
  IconPlus,
  IconServer2,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import { May } from '#console/components/may';
import { When } from '#console/components/when';
import { PLATFORMS } from '../labels';
import type { Platform } from '../applications.queries';
import type { EncryptionKey } from './encryption.queries';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

const ICONS: Readonly<Record<Platform, TablerIcon>> = {
  android: IconBrandAndroid,
  ios: IconBrandApple,
  web: IconWorld,
  server: IconServer2,
};

interface PlatformCardProps {
  platform: Platform;
  /** The live keys of the platform, newest first. */
  keys: readonly EncryptionKey[];
  /** Whether the application requires encryption. */
  isRequired: boolean;
  onIssue: () => void;
  onCollect: (key: EncryptionKey) => void;
  onRetire: (key: EncryptionKey) => void;
}

/** The keys of one platform. */
export function PlatformCard({ platform, keys, isRequired, onIssue, onCollect, onRetire }: PlatformCardProps) {
  const Icon = ICONS[platform];
  const name = PLATFORMS[platform];
  return (
    <Card component="section" withBorder padding="md" aria-label={t('Keys for {{name}}', { name })}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon variant="light" size="lg">
            <Icon size={20} stroke={1.5} aria-hidden />
          </ThemeIcon>
          <Title order={3} size="md">
            {name}
          </Title>
        </Group>
        <May do="keys.write">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            aria-label={t('Create a key for {{name}}', { name })}
            onClick={onIssue}
          >
            {t('Create a key')}
          </Button>
        </May>
      </Group>
      {keys.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isRequired
            ? t('No key yet: requests from its builds are rejected.')
            : t('No key yet: its builds send and receive plain bodies.')}
        </Text>
      ) : (
        <Stack component="ul" gap="sm" p={0} m={0} className="plain-list">
          {keys.map((key, index) => (
            <Key
              key={key.kid}
              item={key}
              isNewest={index === 0 && keys.length > 1}
              onCollect={onCollect}
              onRetire={onRetire}
            />
          ))}
        </Stack>
      )}
    </Card>
  );
}

function Key({
  item,
  isNewest,
  onCollect,
  onRetire,
}: { item: EncryptionKey; isNewest: boolean } & Pick<PlatformCardProps, 'onCollect' | 'onRetire'>) {
  const { kid, created_at, retired_at } = item;
  return (
    <Card component="li" padding="sm" className="inset">
      <Group gap="xs" mb={4}>
        <Text component="span" className="mono">
          {kid}
        </Text>
        {isNewest && (
          <Badge variant="light" color="teal" tt="none">
            {t('Newest')}
          </Badge>
        )}
        {retired_at !== null && (
          <Badge variant="light" color="yellow" tt="none">
            {t('Retiring')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {rich(retired_at === null ? 'Created <when/>' : 'Created <when/>, retires <end/>', {
          when: <When at={created_at} />,
          end: <When at={retired_at} />,
        })}
      </Text>
      <Group gap="xs">
        <May do="secrets.reveal">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={t('Export the key {{kid}}', { kid })}
            onClick={() => onCollect(item)}
          >
            {t('Export')}
          </Button>
        </May>
        <May do="keys.write">
          <Button
            variant="default"
            size="xs"
            c="var(--mantine-color-error)"
            aria-label={t('Retire the key {{kid}}', { kid })}
            onClick={() => onRetire(item)}
          >
            {t('Retire')}
          </Button>
        </May>
      </Group>
    </Card>
  );
}
