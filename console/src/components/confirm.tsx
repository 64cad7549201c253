import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState, type ReactNode } from 'react';
import { describeFailure } from '../api/failure';

interface ConfirmOptions {
  title: string;
  /** What will happen, and what cannot be undone. */
  body: ReactNode;
  /** The verb on the button: `Delete`, `Revoke`. */
  action: string;
  /** The word on the other button, where `Cancel` could be taken for the action. */
  cancel?: string;
  isDangerous?: boolean;
  /** What must be typed first, for what many depend on: the name of the thing. */
  typed?: string;
  run: () => Promise<unknown>;
}

/** Asks before something that cannot be undone. It stays open until it is done, and says why it could not be. */
export function confirm(options: ConfirmOptions): void {
  const id = modals.open({
    title: options.title,
    centered: true,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <Question {...options} onClose={() => modals.close(id)} />,
  });
}

function Question({
  body,
  action,
  cancel = 'Cancel',
  isDangerous = true,
  typed,
  run,
  onClose,
}: ConfirmOptions & { onClose: () => void }) {
  const [text, setText] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const go = async (): Promise<void> => {
    setRunning(true);
    try {
      await run();
      onClose();
    } catch (error) {
      setFailure(error);
      setRunning(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
    >
      <Stack>
        <Text component="div" size="sm">
          {body}
        </Text>
        {typed !== undefined && (
          <TextInput
            label={`Type “${typed}” to go on`}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {failure !== undefined && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {describeFailure(failure)}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            onClick={onClose}
            disabled={isRunning}
            data-autofocus={typed === undefined || undefined}
          >
            {cancel}
          </Button>
          <Button
            type="submit"
            color={isDangerous ? 'red.8' : undefined}
            loading={isRunning}
            disabled={typed !== undefined && text !== typed}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
