import { Modal, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onSessionEnd } from '../api/client';
import { identityQuery } from '../api/session';
import { LogInForm } from './log-in-form';
import { t } from '../i18n/t';

/**
 * Asks the user to log in again when the session has ended. The page behind it is hidden but keeps everything that
 * was typed.
 */
export function SessionEnd() {
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
  return (
    <Modal
      opened={hasEnded}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('Your session has ended')}
      zIndex={1000}
      radius="lg"
      padding="xl"
      overlayProps={{ className: 'entrance', backgroundOpacity: 1 }}
    >
      <Stack>
        <Text size="sm">{t('Log in again to continue where you left off. Nothing that you typed is lost.')}</Text>
        <LogInForm onDone={resume} />
      </Stack>
    </Modal>
  );
}
