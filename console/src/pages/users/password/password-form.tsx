import { Button, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiFailure } from '../../../api/failure';
import { confirm } from '../../../components/confirm';
import { FormSection } from '../../../components/form-section';
import { PasswordField } from '../../../components/password-field';
import { fieldErrors, useUnsavedGuard } from '../../../components/resource-form';
import { useUserChange } from '../use-user-change';
import type { User } from '../users.queries';
import { t } from '../../../i18n/t';

interface PasswordValues {
  mode: 'made' | 'typed';
  password: string;
}

const requiredErrors = ({ mode, password }: PasswordValues): Record<string, string> =>
  mode === 'typed' && password === '' ? { password: t('Enter the new password') } : {};

/**
 * Sets a new password, generated or typed. This ends all sessions of the user, so it asks for confirmation.
 * @param onMade gets the generated password
 */
export function PasswordForm({ user, onMade }: { user: User; onMade: (password: string) => void }) {
  const { uid, username } = user;
  const form = useForm<PasswordValues>({ initialValues: { mode: 'made', password: '' }, validate: requiredErrors });
  const { mode } = form.values;
  const change = useUserChange(uid, {
    done: t('{{username}} has a new password', { username }),
    onDone: ({ password }) => {
      form.reset();
      if (password !== undefined) onMade(password);
    },
    quiet: true,
  });
  useUnsavedGuard(form.values.password !== '');
  const set = async ({ password }: PasswordValues): Promise<void> => {
    try {
      await change.mutateAsync(mode === 'made' ? { reset_password: true } : { password });
    } catch (error) {
      const errors = error instanceof ApiFailure ? fieldErrors(error) : {};
      if (errors.password === undefined) throw error;
      // Close the dialog to show the error at the password field.
      form.setErrors(errors);
    }
  };
  const ask = (values: PasswordValues): void =>
    confirm({
      title: t('Reset the password of {{username}}?', { username }),
      body: t('The old password stops working, and all their sessions end immediately, in every application.'),
      action: t('Reset the password'),
      run: () => set(values),
    });
  return (
    <form noValidate onSubmit={(event) => form.onSubmit(ask)(event)}>
      <FormSection
        title={t('Reset the password')}
        description={t('For a lost or leaked password. All their sessions end, in every application.')}
      >
        <Stack>
          <Radio.Group label={t('New password')} {...form.getInputProps('mode')}>
            <Stack gap="sm" mt="xs">
              <Radio
                value="made"
                label={t('Generate a password')}
                description={t('A long random password. It is shown once, for you to pass on.')}
              />
              <Radio
                value="typed"
                label={t('Enter a password')}
                description={t('A password that you have agreed on.')}
              />
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
          <Button type="submit" style={{ alignSelf: 'flex-start' }} loading={change.isPending}>
            {t('Reset the password')}
          </Button>
        </Stack>
      </FormSection>
    </form>
  );
}
