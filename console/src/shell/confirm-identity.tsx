import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { onConfirmationNeeded } from '../api/confirmation';
import { askConfirmation, confirmSession } from '../api/session';
import { FailureState } from '../components/failure-state';
import { ProofForm } from './proof-form';
import { t } from '../i18n/t';

/** Asks the user to confirm who they are, when a request needs it; the request then continues. */
export function ConfirmIdentity() {
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
  return (
    <Modal opened={isOpen} onClose={() => close(false)} title={t('Confirm that it is you')} zIndex={900}>
      <Question onDone={() => close(true)} onCancel={() => close(false)} />
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
