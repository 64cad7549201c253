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
import { May } from '../../../components/may';
import { When } from '../../../components/when';
import { PLATFORMS } from '../labels';
import type { Platform } from '../applications.queries';
import type { EncryptionKey } from './encryption.queries';

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
    <Card component="section" withBorder padding="md" aria-label={`Keys for ${name}`}>
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
            aria-label={`Create a key for ${name}`}
            onClick={onIssue}
          >
            Create a key
          </Button>
        </May>
      </Group>
      {keys.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isRequired
            ? 'No key yet: requests from its builds are rejected.'
            : 'No key yet: its builds send and receive plain bodies.'}
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
            Newest
          </Badge>
        )}
        {retired_at !== null && (
          <Badge variant="light" color="yellow" tt="none">
            Retiring
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        Created <When at={created_at} />
        {retired_at !== null && (
          <>
            , retires <When at={retired_at} />
          </>
        )}
      </Text>
      <Group gap="xs">
        <May do="secrets.reveal">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={`Export the key ${kid}`}
            onClick={() => onCollect(item)}
          >
            Export
          </Button>
        </May>
        <May do="keys.write">
          <Button
            variant="default"
            size="xs"
            c="var(--mantine-color-error)"
            aria-label={`Retire the key ${kid}`}
            onClick={() => onRetire(item)}
          >
            Retire
          </Button>
        </May>
      </Group>
    </Card>
  );
}
