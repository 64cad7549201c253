import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog-footer.module.css';

/**
 * The buttons of a dialog, which stay in sight, however much is above them.
 * @param forecast stays in sight with them: whether it waits for a second person
 */
export function DialogFooter({ forecast, children }: { forecast?: ReactNode; children: ReactNode }) {
  return (
    <Stack gap="sm" className={classes.footer}>
      {forecast}
      <Group justify="flex-end" gap="sm">
        {children}
      </Group>
    </Stack>
  );
}
