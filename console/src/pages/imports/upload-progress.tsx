import { Button, Group, Progress, Stack, Text } from '@mantine/core';

const MEBIBYTE = 1_048_576;

/** A size for people: `0.4 MB`. */
export const formatSize = (bytes: number): string =>
  bytes < 1024 ? `${bytes} bytes` : `${(bytes / MEBIBYTE).toFixed(bytes < 10 * MEBIBYTE ? 2 : 0)} MB`;

/** How much of a file has been sent. */
export function UploadProgress({ sent, total, onCancel }: { sent: number; total: number; onCancel: () => void }) {
  const percent = total === 0 ? 0 : Math.floor((100 * sent) / total);
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label="Sent of the file" />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="sm">
          {percent < 100
            ? `Sending the file: ${formatSize(sent)} of ${formatSize(total)}. Stay on this page until it is sent.`
            : 'The file is sent. Waiting for the service.'}
        </Text>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel the upload
        </Button>
      </Group>
    </Stack>
  );
}
