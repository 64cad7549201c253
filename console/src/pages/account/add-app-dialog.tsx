import { Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { useChange } from '../../api/use-change';
import { CodeInput } from '../../components/code-input';
import { DialogForm } from '../../components/dialog-form';
import { TotpSecret } from '../../components/totp-secret';
import type { Dialog } from '../../components/use-dialog';
import { beginFactor, useNewFactor } from './use-new-factor';
import { t } from '../../i18n/t';

/** Adds an authenticator app: its name, then its secret and a first code. */
export function AddAppDialog({ dialog: { isOpen, close } }: { dialog: Dialog }) {
  return (
    <Modal opened={isOpen} onClose={close} title={t('Add an authenticator app')}>
      <Steps onClose={close} />
    </Modal>
  );
}

function Steps({ onClose }: { onClose: () => void }) {
  const [added, setAdded] = useState<Schemas['AddedFactorView']>();
  const form = useForm({
    initialValues: { name: t('Authenticator app') },
    validate: { name: (value) => (value.trim() === '' ? t('Enter a name') : null) },
  });
  const begin = useChange({
    run: ({ name }: { name: string }) => beginFactor({ kind: 'totp', name }),
    refreshes: [],
    onDone: setAdded,
    quiet: true,
  });
  if (added?.totp) return <FirstCode id={added.id} totp={added.totp} onClose={onClose} />;
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => begin.mutate(values)}
      change={begin}
      failed={t('Nothing was added')}
      action={t('Next')}
      onClose={onClose}
    >
      <TextInput
        label={t('Name')}
        description={t('Which app, on which device.')}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </DialogForm>
  );
}

/** The dialog is open already: it gives the focus only to what is there when it opens. */
const FOCUSED = { autoFocus: true };

interface FirstCodeProps {
  id: string;
  totp: Schemas['TotpSecretView'];
  onClose: () => void;
}

function FirstCode({ id, totp, onClose }: FirstCodeProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('Enter the code that the app shows') : null) },
  });
  const change = useNewFactor(({ code }: { code: string }) => Promise.resolve({ id, body: { code } }), onClose);
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('The app is not set up')}
      action={t('Set it up')}
      onClose={onClose}
    >
      <TotpSecret totp={totp} />
      <CodeInput label={t('Code that the app shows')} {...FOCUSED} {...form.getInputProps('code')} />
    </DialogForm>
  );
}
