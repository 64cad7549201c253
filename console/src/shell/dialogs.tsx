import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { askConfirmation, confirmSession } from '../api/session';
import { FailureState } from '../components/failure-state';
import { LogInForm } from './log-in-form';
import { ProofForm } from './proof-form';
import { t } from '../i18n/t';

/** What is loaded after the first page, in one file. */
export { ShortcutHelp } from './shortcuts/shortcut-help';

/** Shows the messages and dialogs of all pages. */
export function Messages() {
  return (
    <ModalsProvider labels={{ confirm: t('Confirm'), cancel: t('Cancel') }}>
      <Notifications position="top-center" containerWidth={380} limit={4} />
    </ModalsProvider>
  );
}

interface ConfirmIdentityDialogProps {
  isOpen: boolean;
  onClose: (isConfirmed: boolean) => void;
}

/** Asks the user to confirm who they are. */
export function ConfirmIdentityDialog({ isOpen, onClose }: ConfirmIdentityDialogProps) {
  return (
    <Modal opened={isOpen} onClose={() => onClose(false)} title={t('Confirm that it is you')} zIndex={900}>
      <Question onDone={() => onClose(true)} onCancel={() => onClose(false)} />
    </Modal>
  );
}

function Question({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['confirmation'],
    queryFn: askConfirmation,
    // A challenge can be answered once.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  if (error !== null) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={160} />;
  return (
    <Stack>
      <Text size="sm">{t('This action asks for it, at most once in 10 minutes.')}</Text>
      <ProofForm
        challenge={data}
        send={(proof) => confirmSession({ ...proof, ...(proof.assertion && { challenge: data.challenge }) })}
        onDone={onDone}
        action={t('Confirm')}
      >
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </ProofForm>
    </Stack>
  );
}

/** Asks the user to log in again. The page behind it is hidden but keeps everything that was typed. */
export function SessionEndDialog({ isOpen, onDone }: { isOpen: boolean; onDone: () => void }) {
  return (
    <Modal
      opened={isOpen}
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
        <LogInForm onDone={onDone} />
      </Stack>
    </Modal>
  );
}
