import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog-footer.module.css';

/** The buttons of a dialog, which stay in sight, however much is above them. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="sm" className={classes.footer}>
      {children}
    </Group>
  );
}
