import { ActionIcon, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { ListMenuProps } from './list-layout';
import { t } from '../i18n/t';

const Panel = lazy(async () => ({ default: (await import('./list-panel')).ListPanel }));

/** The button that opens which columns a list shows, in which order, and how high its rows are. */
export function ListMenu(props: ListMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" width={300} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          className="screen-only"
          size={36}
          aria-label={t('Columns and rows')}
          title={t('Columns and rows')}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAdjustmentsHorizontal size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Columns and rows')}>
        <Suspense fallback={null}>
          <Panel {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
