import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { t } from '../../i18n/t';

const MEBIBYTE = 1_048_576;

/** A size for people: `2 kB`, `1.40 MB`. */
export const formatSize = (bytes: number): string => {
  if (bytes < 1024) return t('{{bytes}} bytes', { bytes });
  return bytes < MEBIBYTE
    ? t('{{bytes}} kB', { bytes: Math.round(bytes / 1024) })
    : t('{{bytes}} MB', { bytes: (bytes / MEBIBYTE).toFixed(bytes < 10 * MEBIBYTE ? 2 : 0) });
};

/** How much of a file has been sent. */
export function UploadProgress({ sent, total, onCancel }: { sent: number; total: number; onCancel: () => void }) {
  const percent = total === 0 ? 0 : Math.floor((100 * sent) / total);
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={t('Sent of the file')} />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="sm">
          {percent < 100
            ? t('Sending the file: {{sent}} of {{total}}. Stay on this page until it is sent.', {
                sent: formatSize(sent),
                total: formatSize(total),
              })
            : t('The file is sent. Waiting for the service.')}
        </Text>
        <Button variant="default" size="xs" onClick={onCancel}>
          {t('Cancel the upload')}
        </Button>
      </Group>
    </Stack>
  );
}
