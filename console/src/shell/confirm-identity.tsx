import { useEffect, useRef, useState } from 'react';
import { onConfirmationNeeded } from '../api/confirmation';
import { useDialogs } from './use-dialogs';

/** Asks the user to confirm who they are, when a request needs it; the request then continues. */
export function ConfirmIdentity() {
  const dialogs = useDialogs();
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isConfirmed: boolean) => void>(undefined);
  useEffect(
    () =>
      onConfirmationNeeded(() => {
        setOpen(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  const close = (isConfirmed: boolean): void => {
    setOpen(false);
    answer.current?.(isConfirmed);
  };
  return dialogs && <dialogs.ConfirmIdentityDialog isOpen={isOpen} onClose={close} />;
}
