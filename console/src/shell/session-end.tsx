import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onSessionEnd } from '../api/client';
import { identityQuery } from '../api/session';
import { useDialogs } from './use-dialogs';

/** Asks the user to log in again when the session has ended. */
export function SessionEnd() {
  const dialogs = useDialogs();
  const [hasEnded, setEnded] = useState(false);
  const client = useQueryClient();
  useEffect(() => onSessionEnd(() => setEnded(true)), []);
  const resume = (): void => {
    setEnded(false);
    void client.invalidateQueries();
  };
  // The user may have logged in in another window.
  useWindowEvent('focus', () => {
    if (hasEnded) client.fetchQuery({ ...identityQuery, staleTime: 0 }).then(resume, () => undefined);
  });
  return dialogs && <dialogs.SessionEndDialog isOpen={hasEnded} onDone={resume} />;
}
