import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { FormSection } from '../../components/form-section';
import { PasswordField } from '../../components/password-field';
import { ResourceForm } from '../../components/resource-form';

const EMPTY = { current_password: '', password: '' };

/** Changes the user's password. */
export function PasswordSection() {
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      current_password: (value) => (value === '' ? 'Enter your present password' : null),
      password: (value) => (value === '' ? 'Enter the new password' : null),
    },
  });
  const change = useChange({
    run: (body: typeof EMPTY) => dataOf(api.POST('/admin/api/account/password/', { body })),
    refreshes: [['account', 'sessions'], ['audit']],
    done: 'Your password is changed',
    onDone: () => form.reset(),
    quiet: true,
  });
  return (
    <ResourceForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      action="Change the password"
      permission="account.write"
    >
      <FormSection title="Password" description="With a new one all your other sessions end.">
        <Stack maw={400}>
          <PasswordField
            label="Your present password"
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <PasswordField
            label="The new password"
            description="8 to 128 characters."
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </Stack>
      </FormSection>
    </ResourceForm>
  );
}
