import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { describeFailure } from '../api/failure';
import { logIn } from '../api/session';
import { useChange } from '../api/use-change';
import { PasswordField } from '../components/password-field';

/** Username and password. @param onDone called after a successful log-in */
export function LogInForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: {
      username: (value) => (value.trim() === '' ? 'Enter your username or e-mail address' : null),
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  });
  const { mutate, isPending, error } = useChange({ run: logIn, refreshes: [], quiet: true, onDone });
  return (
    <form onSubmit={form.onSubmit((values) => mutate(values))} noValidate>
      <Stack>
        {error !== null && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {describeFailure(error)}
          </Alert>
        )}
        <TextInput
          label="Username or e-mail address"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          autoFocus
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isPending} fullWidth mt="xs">
          Log in
        </Button>
      </Stack>
    </form>
  );
}
