import { Stack, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { identityQuery } from '../../api/session';
import { FailureAlert } from '../../components/failure-alert';
import { PageHeader } from '../../components/page-header';
import { FactorsSection } from './factors-section';
import { SessionsSection } from './sessions-section';
import { t } from '../../i18n/t';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client';
import { ApiFailure } from '../../api/failure';
import { useChange } from '../../api/use-change';
import { FormSection } from '../../components/form-section';
import { PasswordField } from '../../components/password-field';
import { fieldErrors } from '../../components/resource-form';

/** One's own account: second factors, sessions and password. */
export function AccountPage() {
  const { data } = useQuery(identityQuery);
  return (
    <>
      <PageHeader title={t('Your account')} description={data?.username ?? ''} />
      <Stack gap="lg">
        <FactorsSection />
        <SessionsSection />
        <PasswordSection />
      </Stack>
    </>
  );
}

const EMPTY = { current_password: '', password: '' };

/** Changes the user's password. */
function PasswordSection() {
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      current_password: (value) => (value === '' ? t('Enter your current password') : null),
      password: (value) => (value === '' ? t('Enter the new password') : null),
    },
  });
  const { mutate, isPending, error } = useChange({
    run: (body: typeof EMPTY) => dataOf(api.POST('/admin/api/account/password/', { body })),
    refreshes: [['account', 'sessions'], ['audit']],
    done: t('Your password is changed'),
    onDone: () => form.reset(),
    quiet: true,
  });
  const send = (values: typeof EMPTY): void =>
    mutate(values, { onError: (failure) => form.setErrors(failure instanceof ApiFailure ? fieldErrors(failure) : {}) });
  const isElsewhere =
    error !== null && !(error instanceof ApiFailure && Object.keys(EMPTY).some((name) => name in error.fields));
  return (
    <FormSection title={t('Password')} description={t('A new password ends all your other sessions.')}>
      <form noValidate onSubmit={form.onSubmit(send)}>
        <Stack maw={400} align="stretch">
          {isElsewhere && <FailureAlert error={error} />}
          <PasswordField
            label={t('Your current password')}
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <PasswordField
            label={t('The new password')}
            description={t('8 to 128 characters.')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
            {t('Change the password')}
          </Button>
        </Stack>
      </form>
    </FormSection>
  );
}
