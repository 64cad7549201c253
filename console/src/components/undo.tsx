import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '../i18n/t';

/** Says what was done at once, with a button that takes it back. */
export function tellUndoable(said: string, undo: () => void): void {
  const id = notifications.show({
    color: 'teal',
    autoClose: 15_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{said}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {t('Undo')}
        </Button>
      </Group>
    ),
  });
}
