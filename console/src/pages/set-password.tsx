import { Alert, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api, dataOf } from '../api/client';
import { ApiFailure, describeFailure } from '../api/failure';
import { useChange } from '../api/use-change';
import { PasswordField } from '../components/password-field';
import { fieldErrors } from '../components/resource-form';
import { Entrance } from '../shell/entrance';
import { t } from '../i18n/t';

/** Sets a password by a link that an admin has made; what is in it does not stay in the address. */
export function SetPasswordPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('Enter the new password') : null) },
  });
  const { mutate, isPending, isSuccess, error } = useChange({
    run: ({ password }: { password: string }) =>
      dataOf(api.POST('/admin/api/set-password/', { body: { token, password } })),
    refreshes: [],
    quiet: true,
  });
  const send = (values: { password: string }): void =>
    mutate(values, { onError: (failure) => form.setErrors(failure instanceof ApiFailure ? fieldErrors(failure) : {}) });
  const isElsewhere = error !== null && !(error instanceof ApiFailure && 'password' in error.fields);
  if (isSuccess)
    return (
      <Entrance title={t('Your password is set')} hint={t('All your sessions have ended.')}>
        <Button component={Link} to="/login">
          {t('Log in')}
        </Button>
      </Entrance>
    );
  return (
    <Entrance title={t('Set your password')} hint={t('The link works once, within 30 minutes.')}>
      <form onSubmit={form.onSubmit(send)} noValidate>
        <Stack>
          {isElsewhere && (
            <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
              {describeFailure(error)}
            </Alert>
          )}
          {token === '' && (
            <Text role="alert" size="sm">
              {t('Open this page with the link that you were given.')}
            </Text>
          )}
          <PasswordField
            label={t('The new password')}
            description={t('8 to 128 characters.')}
            autoComplete="new-password"
            autoFocus
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={isPending} disabled={token === ''} fullWidth>
            {t('Set the password')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
