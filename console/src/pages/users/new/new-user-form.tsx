import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf, type Schemas } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { FormSection } from '../../../components/form-section';
import { PasswordField } from '../../../components/password-field';
import { ResourceForm } from '../../../components/resource-form';
import { UserPicker } from '../../../components/user-picker';
import { CountryField } from '../fields/country-field';
import { RolesField } from '../fields/roles-field';
import { missingOf, NEW_USER, newUserBody, type NewUserValues } from './new-user.values';

export type MadeUser = Schemas['UserWithPasswordView'];

/** All that a user is made with. */
export function NewUserForm({ onDone }: { onDone: (user: MadeUser) => void }) {
  const form = useForm<NewUserValues>({ initialValues: NEW_USER, validate: missingOf });
  const change = useChange({
    run: (values: NewUserValues) => dataOf(api.POST('/admin/api/users/', { body: newUserBody(values) })),
    refreshes: [['users'], ['audit'], ['overview']],
    done: ({ username }) => `${username} is created`,
    quiet: true,
    onDone,
  });
  const sponsor = form.getInputProps('sponsor');
  return (
    <ResourceForm form={form} onSubmit={change.mutate} change={change} action="Create the user">
      <FormSection
        title="Log-in"
        description="They log in with the username or the e-mail address. The username cannot be changed later."
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Username"
              description="No other user may have it."
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              withAsterisk
              {...form.getInputProps('username')}
            />
            <TextInput
              label="E-mail address"
              description="No other user may have it."
              type="email"
              autoComplete="off"
              withAsterisk
              {...form.getInputProps('email')}
            />
          </SimpleGrid>
          <PasswordField
            label="Password"
            description="8 characters or more. Leave it empty to have one made: it is shown once, on the next page."
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </Stack>
      </FormSection>
      <FormSection title="What they may do" description="Roles can be given and taken at any time.">
        <RolesField {...form.getInputProps('roles')} value={form.values.roles} />
      </FormSection>
      <FormSection title="Person" description="All of it may be left empty. The sponsor cannot be changed later.">
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="First name" autoComplete="off" maxLength={100} {...form.getInputProps('first_name')} />
            <TextInput label="Last name" autoComplete="off" maxLength={100} {...form.getInputProps('last_name')} />
          </SimpleGrid>
          <CountryField {...form.getInputProps('country_code')} value={form.values.country_code} />
          <UserPicker
            label="Sponsor"
            description="The active member who brought them in."
            value={form.values.sponsor}
            onChange={(user) => form.setFieldValue('sponsor', user)}
            error={typeof sponsor.error === 'string' ? sponsor.error : undefined}
          />
        </Stack>
      </FormSection>
    </ResourceForm>
  );
}
