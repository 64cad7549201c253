import { Box, Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { UserLink } from '#console/components/person';
import { When } from '#console/components/when';
import { t } from '#console/i18n/t';
import { rich } from '#console/i18n/rich';

/** Something that held for a time, whose doing it was, and why. */
export interface HistoryEntry {
  title: ReactNode;
  from: string;
  /** Null: it holds. */
  to: string | null;
  /** Null: the service. */
  by_uid: number | null;
  by: string | null;
  reason: string | null;
}

/**
 * What was, newest first.
 * @param label for screen readers
 */
export function History({ label, entries }: { label: string; entries: readonly HistoryEntry[] }) {
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('Nothing yet.')}
      </Text>
    );
  return (
    <Box role="group" aria-label={label}>
      <Timeline bulletSize={16} lineWidth={2} active={entries.findIndex(({ to }) => to === null)}>
        {entries.map((entry, index) => (
          <Timeline.Item key={index} title={entry.title}>
            <Text size="sm" c="dimmed">
              {entry.to === null ? (
                <When at={entry.from} />
              ) : (
                rich('<from/> to <to/>', { from: <When at={entry.from} />, to: <When at={entry.to} /> })
              )}
              {entry.by_uid !== null && (
                <>
                  {', '}
                  {rich('by <person/>', {
                    person: <UserLink uid={entry.by_uid} name={entry.by} inherit underline="always" />,
                  })}
                </>
              )}
            </Text>
            {entry.reason !== null && (
              <Text size="sm" mt={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {t('Reason: {{reason}}', { reason: entry.reason })}
              </Text>
            )}
          </Timeline.Item>
        ))}
      </Timeline>
    </Box>
  );
}
