import { Button, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState, type ReactNode } from 'react';
import { describeFailure } from '../api/failure';
import { DialogFooter } from './dialog-footer';
import { t } from '../i18n/t';

interface ConfirmOptions {
  title: string;
  /** What will happen, and what cannot be undone. */
  body: ReactNode;
  /** Whether it waits for a second person. */
  forecast?: ReactNode;
  /** Label of the confirm button: `Delete`, `Revoke`. */
  action: string;
  /** Label of the other button, where `Cancel` is ambiguous. */
  cancel?: string;
  isDangerous?: boolean;
  /** Text that must be typed to confirm: usually the name. */
  typed?: string;
  /** Offers a field for a few words of one's own. */
  note?: { label: string; description: string };
  /** @param note what was written there; empty without it */
  run: (note: string) => Promise<unknown>;
}

const MAX_NOTE = 500;

/** Asks for confirmation. The dialog stays open until the action succeeds, and shows its error. */
export function confirm(options: ConfirmOptions): void {
  const id = modals.open({
    title: options.title,
    children: <Question {...options} onClose={() => modals.close(id)} />,
  });
}

function Question({
  body,
  forecast,
  action,
  cancel = t('Cancel'),
  isDangerous = true,
  typed,
  note,
  run,
  onClose,
}: ConfirmOptions & { onClose: () => void }) {
  const [text, setText] = useState('');
  const [written, setWritten] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const go = async (): Promise<void> => {
    setRunning(true);
    try {
      await run(written);
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
            label={t('Type “{{typed}}” to confirm', { typed })}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {note !== undefined && (
          <Textarea
            {...note}
            value={written}
            onChange={({ currentTarget }) => setWritten(currentTarget.value)}
            autosize
            maxLength={MAX_NOTE}
          />
        )}
        {failure !== undefined && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {describeFailure(failure)}
          </Text>
        )}
        <DialogFooter forecast={forecast}>
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
        </DialogFooter>
      </Stack>
    </form>
  );
}
