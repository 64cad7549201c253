import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf, type Schemas } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { NewCustomFields, useCustomFields } from '../../../components/custom-fields';
import { FormSection } from '../../../components/form-section';
import { May } from '../../../components/may';
import { PasswordField } from '../../../components/password-field';
import { ResourceForm } from '../../../components/resource-form';
import { UserPicker } from '../../../components/user-picker';
import { CountryField } from '../fields/country-field';
import { RolesField } from '../fields/roles-field';
import { requiredErrors, NEW_USER, newUserBody, type NewUserValues } from './new-user.values';
import { t } from '../../../i18n/t';

export type CreatedUser = Schemas['UserWithPasswordView'];

/** The form to create a user. */
export function NewUserForm({ onDone }: { onDone: (user: CreatedUser) => void }) {
  const fields = useCustomFields('users');
  const form = useForm<NewUserValues>({ initialValues: NEW_USER, validate: requiredErrors });
  const change = useChange({
    run: (values: NewUserValues) => dataOf(api.POST('/admin/api/users/', { body: newUserBody(fields, values) })),
    refreshes: [['users'], ['audit'], ['home']],
    done: ({ username }) => t('{{username}} is created', { username }),
    quiet: true,
    onDone,
  });
  const sponsor = form.getInputProps('sponsor');
  return (
    <ResourceForm
      permission="users.write"
      form={form}
      onSubmit={change.mutate}
      change={change}
      action={t('Create the user')}
    >
      <FormSection
        title={t('Log-in')}
        description={t('They log in with the username or the e-mail address. The username cannot be changed later.')}
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('Username')}
              description={t('Must be unique.')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              withAsterisk
              {...form.getInputProps('username')}
            />
            <TextInput
              label={t('E-mail address')}
              description={t('Must be unique.')}
              type="email"
              autoComplete="off"
              withAsterisk
              {...form.getInputProps('email')}
            />
          </SimpleGrid>
          <PasswordField
            label={t('Password')}
            description={t('8 characters or more. Leave empty to generate one: it is shown once, on the next page.')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </Stack>
      </FormSection>
      <May do="users.roles">
        <FormSection title={t('Permissions')} description={t('Roles can be changed at any time.')}>
          <RolesField {...form.getInputProps('roles')} value={form.values.roles} />
        </FormSection>
      </May>
      <FormSection
        title={t('Person')}
        description={t('All fields are optional. To change the sponsor later, move the member in the network.')}
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('First name')}
              autoComplete="off"
              maxLength={100}
              {...form.getInputProps('first_name')}
            />
            <TextInput label={t('Last name')} autoComplete="off" maxLength={100} {...form.getInputProps('last_name')} />
          </SimpleGrid>
          <CountryField {...form.getInputProps('country_code')} value={form.values.country_code} />
          <UserPicker
            label={t('Sponsor')}
            description={t('The active member who referred them.')}
            value={form.values.sponsor}
            onChange={(user) => form.setFieldValue('sponsor', user)}
            error={typeof sponsor.error === 'string' ? sponsor.error : undefined}
          />
        </Stack>
      </FormSection>
      <NewCustomFields form={form} fields={fields} />
    </ResourceForm>
  );
}
