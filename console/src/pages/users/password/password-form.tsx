import { Alert, Button, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { ApiFailure } from '../../../api/failure';
import { identityQuery } from '../../../api/session';
import { confirm } from '../../../components/confirm';
import { FormSection } from '../../../components/form-section';
import { PasswordField } from '../../../components/password-field';
import { fieldErrors, useUnsavedGuard } from '../../../components/resource-form';
import { useUserChange } from '../use-user-change';
import type { User } from '../users.queries';

interface PasswordValues {
  mode: 'made' | 'typed';
  password: string;
}

const missingOf = ({ mode, password }: PasswordValues): Record<string, string> =>
  mode === 'typed' && password === '' ? { password: 'Enter the new password' } : {};

/**
 * A new password: one that is made, or one that is typed. Either ends all sessions of the user, so it is asked first.
 * @param onMade gets the password that was made
 */
export function PasswordForm({ user, onMade }: { user: User; onMade: (password: string) => void }) {
  const { uid, username } = user;
  const { data: me } = useQuery(identityQuery);
  const isMe = me?.uid === uid;
  const form = useForm<PasswordValues>({ initialValues: { mode: 'made', password: '' }, validate: missingOf });
  // Who makes a password for themselves would be logged out before they could read it.
  const mode = isMe ? 'typed' : form.values.mode;
  const change = useUserChange(uid, {
    done: `${username} has a new password`,
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
      // What is wrong with the password stands at its field, which the dialog would cover.
      form.setErrors(errors);
    }
  };
  const ask = (values: PasswordValues): void =>
    confirm({
      title: isMe ? 'Change your own password?' : `Reset the password of ${username}?`,
      body: isMe
        ? 'All of your sessions end at once, this one too: you log in again with the new password.'
        : 'The old password stops working, and all of their sessions end at once, at every application.',
      action: isMe ? 'Change the password' : 'Reset the password',
      run: () => set({ ...values, mode }),
    });
  return (
    <form noValidate onSubmit={(event) => form.onSubmit(ask)(event)}>
      <FormSection
        title="Reset the password"
        description="For somebody who has lost it, or whose password others may know. All of their sessions end, at every application."
      >
        <Stack>
          {isMe ? (
            <Alert icon={<IconInfoCircle aria-hidden />}>
              This is you. When it is changed, you are logged out everywhere and log in with the new password.
            </Alert>
          ) : (
            <Radio.Group label="New password" {...form.getInputProps('mode')}>
              <Stack gap="sm" mt="xs">
                <Radio
                  value="made"
                  label="Have one made"
                  description="A long one that nobody can guess. It is shown once, for you to pass on."
                />
                <Radio value="typed" label="Type one" description="For a password that was agreed on." />
              </Stack>
            </Radio.Group>
          )}
          {mode === 'typed' && (
            <PasswordField
              label="The new password"
              description="8 to 128 characters."
              autoComplete="new-password"
              withAsterisk
              maw={400}
              {...form.getInputProps('password')}
            />
          )}
          <Button type="submit" style={{ alignSelf: 'flex-start' }} loading={change.isPending}>
            {isMe ? 'Change the password' : 'Reset the password'}
          </Button>
        </Stack>
      </FormSection>
    </form>
  );
}
