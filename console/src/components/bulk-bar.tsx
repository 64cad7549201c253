import { Button, Card, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useChange } from '../api/use-change';
import { isAskedFor, MOST_SELECTED, readAll, type Bulk, type BulkAction } from './bulk';
import { formatNumber } from './format';
import classes from './resource-list.module.css';
import type { Selection } from './use-selection';
import { plural, t } from '../i18n/t';

const Work = lazy(async () => ({
  default: (await import('./bulk-work')).BulkWork,
})) as typeof import('./bulk-work').BulkWork;

interface BulkBarProps<Row> {
  bulk: Bulk<Row>;
  selection: Selection<Row>;
  /** How many match, on all pages. */
  count: number;
  /** Whether all rows of the page are selected. */
  isPageSelected: boolean;
}

/** What can be done to the rows that are selected. */
export function BulkBar<Row>({ bulk, selection, count, isPageSelected }: BulkBarProps<Row>) {
  const { rows, setAll, clear } = selection;
  const client = useQueryClient();
  const [work, setWork] = useState<{ action: BulkAction<Row>; rows: readonly Row[] }>();
  const [isBusy, setBusy] = useState(false);
  const all = useChange({ run: () => readAll(bulk.read), refreshes: [], onDone: (found) => setAll(found, true) });
  const reach = Math.min(count, MOST_SELECTED);
  const close = (): void => setWork(undefined);
  const settle = (done: readonly Row[]): void => {
    setAll(done, false);
    for (const queryKey of bulk.refreshes) void client.invalidateQueries({ queryKey });
  };
  return (
    <>
      {rows.length > 0 && (
        <Card
          withBorder
          shadow="md"
          padding="xs"
          className={`${classes.bar} screen-only`}
          role="region"
          aria-label={t('Selected')}
        >
          <Group gap="xs">
            <Text size="sm" fw={600} role="status">
              {plural(rows.length, '{{count}} selected', '{{count}} selected', {})}
            </Text>
            {isPageSelected && rows.length < reach && (
              <Button size="compact-sm" variant="subtle" loading={all.isPending} onClick={() => all.mutate()}>
                {reach < count
                  ? t('Select the first {{reach}} of {{count}}', {
                      reach: formatNumber(reach),
                      count: formatNumber(count),
                    })
                  : t('Select all {{count}} that match', { count: formatNumber(count) })}
              </Button>
            )}
            <Group gap="xs" ms="auto">
              {bulk.actions.map((action) => (
                <Button
                  key={action.label}
                  size="compact-md"
                  variant="default"
                  c={action.isDangerous === true ? 'var(--mantine-color-error)' : undefined}
                  leftSection={<action.Icon size={16} aria-hidden />}
                  onClick={() => setWork({ action, rows })}
                >
                  {isAskedFor(action) ? t('{{action}}…', { action: action.label }) : action.label}
                </Button>
              ))}
              <Button size="compact-md" variant="subtle" onClick={clear}>
                {t('Clear the selection')}
              </Button>
            </Group>
          </Group>
        </Card>
      )}
      <Modal
        opened={work !== undefined}
        onClose={close}
        title={work?.action.label}
        size="lg"
        withCloseButton={!isBusy}
        closeOnEscape={!isBusy}
        closeOnClickOutside={!isBusy}
      >
        {work !== undefined && (
          <Suspense fallback={null}>
            <Work {...work} bulk={bulk} onBusy={setBusy} onSettled={settle} onClose={close} />
          </Suspense>
        )}
      </Modal>
    </>
  );
}
