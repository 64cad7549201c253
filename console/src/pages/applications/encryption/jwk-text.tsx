import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CopyText } from '#console/components/copy-text';
import { download } from '#console/components/download';
import { PLATFORMS } from '../labels';
import type { Platform } from '../applications.queries';
import type { Jwk } from './encryption.queries';
import { t } from '#console/i18n/t';

interface JwkTextProps {
  jwk: Jwk;
  platform: Platform;
  /** Name of the application, used for the file name. */
  name: string;
}

/** An encryption key to copy or download. */
export function JwkText({ jwk, platform, name }: JwkTextProps) {
  const text = JSON.stringify(jwk, null, 2);
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t('Add it to the {{platform}} build of {{name}}. Keep it secret: anyone who has it can decrypt the traffic.', {
          platform: PLATFORMS[platform],
          name,
        })}
      </Text>
      <CopyText value={text} label={t('the key as JSON')} isBlock />
      <Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download(fileName(name, platform, jwk.kid), `${text}\n`, 'application/json')}
        >
          {t('Download as JSON')}
        </Button>
      </Group>
    </Stack>
  );
}

function fileName(name: string, platform: Platform, kid: string): string {
  const word = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${[word, platform, kid.slice(0, 8)].filter((part) => part !== '').join('-')}.jwk.json`;
}
