import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../i18n/t';
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

/** What the buttons of a form in a dialog are called, and what they do. */
export interface DialogButtonsProps {
  /** The verb on the button. */
  action: string;
  isPending: boolean;
  isDangerous?: boolean;
  onClose: () => void;
  /** Whether it waits for a second person. */
  forecast?: ReactNode;
}

/** The footer of a dialog that is a form: Cancel, and the button that submits it. */
export function DialogButtons({ action, isPending, isDangerous = false, onClose, forecast }: DialogButtonsProps) {
  return (
    <DialogFooter forecast={forecast}>
      <Button variant="default" onClick={onClose}>
        {t('Cancel')}
      </Button>
      <Button
        type="submit"
        color={isDangerous ? 'red.8' : undefined}
        loading={isPending}
        // By the second click of a double click, the button may do something else than by the first.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {action}
      </Button>
    </DialogFooter>
  );
}
