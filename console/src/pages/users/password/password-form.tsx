import { Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '#console/components/dialog-form';
import { PasswordField } from '#console/components/password-field';
import type { Dialog } from '#console/components/use-dialog';
import { useUserChange } from '../use-user-change';
import type { User } from '../users.queries';
import { t } from '#console/i18n/t';

interface PasswordValues extends Record<string, unknown> {
  mode: 'made' | 'typed';
  password: string;
}

const requiredErrors = ({ mode, password }: PasswordValues): Record<string, string> =>
  mode === 'typed' && password === '' ? { password: t('Enter the new password') } : {};

interface PasswordFormProps {
  user: User;
  dialog: Dialog;
  /** Gets the generated password. */
  onMade: (password: string) => void;
}

/** Sets a new password, generated or typed, which ends all sessions of the user. */
export function PasswordForm({ user: { uid, username }, dialog, onMade }: PasswordFormProps) {
  const form = useForm<PasswordValues>({ initialValues: { mode: 'made', password: '' }, validate: requiredErrors });
  const { mode } = form.values;
  const change = useUserChange(uid, {
    done: t('{{username}} has a new password', { username }),
    onDone: ({ password }) => (password === undefined ? dialog.close() : onMade(password)),
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={({ password }) => change.mutate(mode === 'made' ? { reset_password: true } : { password })}
      change={change}
      failed={t('Nothing was changed')}
      action={t('Reset the password')}
      isDangerous
      onClose={dialog.close}
    >
      <Text size="sm">
        {t('The old password stops working, and all their sessions end immediately, in every application.')}
      </Text>
      <Radio.Group label={t('New password')} {...form.getInputProps('mode')}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="made"
            label={t('Generate a password')}
            description={t('A long random password. It is shown once, for you to pass on.')}
          />
          <Radio value="typed" label={t('Enter a password')} description={t('A password that you have agreed on.')} />
        </Stack>
      </Radio.Group>
      {mode === 'typed' && (
        <PasswordField
          label={t('The new password')}
          description={t('8 to 128 characters.')}
          autoComplete="new-password"
          withAsterisk
          maw={400}
          {...form.getInputProps('password')}
        />
      )}
    </DialogForm>
  );
}
