import { Badge, Text } from '@mantine/core';
import { inWords } from '../api/words';
import { t } from '../i18n/t';

/** What most things are: plain text, so that the others stand out. */
const USUAL = ['active', 'available', 'completed', 'delivered', 'done', 'published', 'posted', 'settled'];

const COLORS: Record<string, string> = {
  released: 'blue',
  created: 'indigo',
  approved: 'blue',
  calculated: 'indigo',
  paid: 'blue',
  draft: 'indigo',
  running: 'blue',
  queued: 'indigo',
  placed: 'indigo',
  pending: 'yellow',
  retrying: 'yellow',
  waiting: 'yellow',
  alone: 'orange',
  maintenance: 'orange',
  failing: 'orange',
  suspended: 'orange',
  failed: 'red',
  refused: 'red',
  disabled: 'red',
  unavailable: 'red',
  terminated: 'red',
};

/** A status, as text, and as colour where it is not the usual one. */
export function StatusBadge({ status }: { status: string }) {
  const label = status === 'alone' ? t('Done without approval') : inWords(status);
  if (USUAL.includes(status))
    return (
      <Text span size="sm" c="dimmed">
        {label}
      </Text>
    );
  return (
    <Badge variant="light" color={COLORS[status] ?? 'gray'} tt="none" fw={500} lts={0} miw="max-content">
      {label}
    </Badge>
  );
}
