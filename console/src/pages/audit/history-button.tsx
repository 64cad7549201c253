import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { May } from '../../components/may';
import { useDialog } from '../../components/use-dialog';
import { t } from '../../i18n/t';
import type { Entity } from './audit.queries';

const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog')).HistoryDialog }));

/**
 * Shows what was done to a thing, for those who may read the audit log.
 * @param of the thing; several if the log has parts of it under other types
 */
export function HistoryButton({ of }: { of: readonly [Entity, ...Entity[]] }) {
  const dialog = useDialog('history');
  return (
    <May do="audit.read">
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => dialog.open()}>
        {t('History')}
      </Button>
      {dialog.isOpen && (
        <Suspense>
          <HistoryDialog of={of} dialog={dialog} />
        </Suspense>
      )}
    </May>
  );
}
