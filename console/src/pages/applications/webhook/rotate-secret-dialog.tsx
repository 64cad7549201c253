import { Alert, Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { DialogButtons } from '#console/components/dialog-footer';
import { api, dataOf, type Schemas } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { FailureAlert } from '#console/components/failure-alert';
import type { Dialog } from '#console/components/use-dialog';
import { t } from '#console/i18n/t';

/** How long the old secret also signs, in seconds. */
const OVERLAPS: readonly { value: string; label: string }[] = [
  { value: '3600', label: t('1 hour') },
  { value: '86400', label: t('1 day') },
  { value: '604800', label: t('7 days') },
  { value: '0', label: t('Expire immediately') },
];

interface RotateSecretProps {
  applicationId: string;
  onDone: (settings: Schemas['WebhookSettingsView']) => void;
}

/** Creates a new secret, after asking how long the old one stays valid. */
export function RotateSecretDialog({ dialog, ...props }: RotateSecretProps & { dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={t('Rotate the secret')}>
      <RotateSecret {...props} onClose={dialog.close} />
    </Modal>
  );
}

function RotateSecret({ applicationId: id, onDone, onClose }: RotateSecretProps & { onClose: () => void }) {
  const [overlap, setOverlap] = useState('86400');
  const change = useChange({
    run: (overlap_seconds: number) =>
      dataOf(
        api.POST('/admin/api/applications/{id}/webhook/rotate-secret/', {
          params: { path: { id } },
          body: { overlap_seconds },
        }),
      ),
    refreshes: [['audit']],
    done: t('The secret was rotated: add it to the application'),
    quiet: true,
    onDone: (settings) => {
      onDone(settings);
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(Number(overlap));
      }}
    >
      <Stack>
        <FailureAlert error={change.error} />
        <Radio.Group
          label={t('Keep the old secret valid for')}
          description={t('Until then each event has two signatures, and the application can verify either.')}
          value={overlap}
          onChange={setOverlap}
        >
          <Stack gap="xs" mt="xs">
            {OVERLAPS.map((option) => (
              <Radio key={option.value} {...option} />
            ))}
          </Stack>
        </Radio.Group>
        {overlap === '0' && (
          <Alert color="yellow" role="status">
            {t('The application rejects events until it has the new secret. Use this for a leaked secret.')}
          </Alert>
        )}
        <DialogButtons action={t('Rotate')} isPending={change.isPending} onClose={onClose} />
      </Stack>
    </form>
  );
}
