import { Alert, Box, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { describeFailure } from '../api/failure';
import { logIn } from '../api/session';
import { useChange } from '../api/use-change';
import { ThemeSwitch } from '../shell/theme-switch';

/** The log-in of super admins. */
export function LogInPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: {
      username: (value) => (value.trim() === '' ? 'Enter your username or e-mail address' : null),
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  });
  const { mutate, isPending, error } = useChange({
    run: logIn,
    refreshes: [],
    quiet: true,
    onDone: () => {
      client.clear();
      void navigate(pathWithin(search.get('next')), { replace: true });
    },
  });
  useEffect(() => {
    document.title = 'Log in · Commerce console';
  }, []);
  return (
    <Center component="main" mih="100vh" p="md">
      <Box pos="absolute" top={12} right={16}>
        <ThemeSwitch />
      </Box>
      <Paper withBorder shadow="sm" p={{ base: 'lg', xs: 'xl' }} w="100%" maw={400}>
        <form onSubmit={form.onSubmit((values) => mutate(values))} noValidate>
          <Stack>
            <img src="/admin/favicon.svg" alt="" width={44} height={44} />
            <div>
              <Title order={1}>Commerce console</Title>
              <Text c="dimmed" mt={4}>
                For super admins. Client applications sign in over the API.
              </Text>
            </div>
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
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={isPending} fullWidth mt="xs">
              Log in
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}

/** Where to go after the log-in: never out of the console. */
function pathWithin(next: string | null): string {
  return next !== null && next.startsWith('/') && !next.startsWith('//') ? next : '/';
}
