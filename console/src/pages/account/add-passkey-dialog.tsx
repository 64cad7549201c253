import { Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { withPasskeys } from '../../api/session';
import { DialogForm } from '../../components/dialog-form';
import type { Dialog } from '../../components/use-dialog';
import { beginFactor, useNewFactor } from './use-new-factor';
import { t } from '../../i18n/t';

/** Adds a passkey: its name, then the browser's own dialog. */
export function AddPasskeyDialog({ dialog: { isOpen, close } }: { dialog: Dialog }) {
  return (
    <Modal opened={isOpen} onClose={close} title={t('Add a passkey')}>
      <PasskeyForm onClose={close} />
    </Modal>
  );
}

function PasskeyForm({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { name: t('Passkey') },
    validate: { name: (value) => (value.trim() === '' ? t('Enter a name') : null) },
  });
  const change = useNewFactor(({ name }: { name: string }) => makePasskey(name), onClose);
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('No passkey was added')}
      action={t('Add it')}
      onClose={onClose}
    >
      <Text size="sm">{t('Your browser asks for a fingerprint, a face, a PIN or a security key.')}</Text>
      <TextInput
        label={t('Name')}
        description={t('Where it is kept.')}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </DialogForm>
  );
}

async function makePasskey(name: string): Promise<{ id: string; body: { attestation: Record<string, unknown> } }> {
  const { id, passkey } = await beginFactor({ kind: 'passkey', name });
  const optionsJSON = passkey as unknown as PublicKeyCredentialCreationOptionsJSON;
  const attestation = await withPasskeys(() => startRegistration({ optionsJSON }));
  return { id, body: { attestation: { ...attestation } } };
}
