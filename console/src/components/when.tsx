import { Text, Tooltip } from '@mantine/core';
import { formatDate, formatExactDate, formatRelative } from './format';
import { useNow } from './use-now';
import { t } from '../i18n/t';

/** A date and time: relative within a day, exact in the tooltip. */
export function When({ at, never = t('never') }: { at: string | null | undefined; never?: string }) {
  const now = useNow();
  if (at === null || at === undefined) {
    return (
      <Text component="span" inherit c="dimmed">
        {never}
      </Text>
    );
  }
  const isNear = Math.abs(now - new Date(at).getTime()) < 86_400_000;
  return (
    <Tooltip label={formatExactDate(at)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at}>{isNear ? formatRelative(at, now) : formatDate(at)}</time>
    </Tooltip>
  );
}
