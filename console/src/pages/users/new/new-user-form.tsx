import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf, type Schemas } from '#console/api/client';
import { useMay } from '#console/api/permissions';
import { useChange } from '#console/api/use-change';
import {
  NewCustomFields,
  useCustomFields,
  newCustomFields,
  type CustomField,
  type CustomFieldTexts,
} from '#console/components/custom-fields';
import { FormSection } from '#console/components/form-section';
import { May } from '#console/components/may';
import { PasswordField } from '#console/components/password-field';
import { ResourceForm } from '#console/components/resource-form';
import { UserPicker } from '#console/components/user-picker';
import { CountryField } from '../fields/country-field';
import { RolesField } from '../fields/roles-field';
import { t } from '#console/i18n/t';
import type { Role, User } from '../users.queries';

export type CreatedUser = Schemas['UserWithPasswordView'];

/** The form to create a user. */
export function NewUserForm({ onDone }: { onDone: (user: CreatedUser) => void }) {
  const fields = useCustomFields('users');
  // Users who may not choose roles create members.
  const roles: Role[] = useMay()('users.roles') ? [] : ['member'];
  const form = useForm<NewUserValues>({ initialValues: { ...NEW_USER, roles }, validate: requiredErrors });
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

/** Form values of a new user. */
interface NewUserValues extends Record<string, unknown> {
  username: string;
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  country_code: string | null;
  sponsor: User | null;
  roles: Role[];
  custom_fields: CustomFieldTexts;
}

/** An empty form. */
const NEW_USER: NewUserValues = {
  username: '',
  email: '',
  password: '',
  first_name: '',
  last_name: '',
  country_code: null,
  sponsor: null,
  roles: [],
  custom_fields: {},
};

/** Errors of missing required fields; the service validates the rest. */
function requiredErrors({ username, email, roles }: NewUserValues): Record<string, string> {
  return {
    ...(username.trim() === '' && { username: t('Enter a username') }),
    ...(email.trim() === '' && { email: t('Enter an e-mail address') }),
    ...(roles.length === 0 && { roles: t('Choose at least one role') }),
  };
}

/** The request body: empty fields are omitted. */
function newUserBody(fields: readonly CustomField[], values: NewUserValues): Schemas['CreateUserDto'] {
  const { username, email, password, first_name, last_name, country_code, sponsor, roles } = values;
  return {
    username: username.trim(),
    email: email.trim(),
    ...(password !== '' && { password }),
    ...(first_name.trim() !== '' && { first_name: first_name.trim() }),
    ...(last_name.trim() !== '' && { last_name: last_name.trim() }),
    ...(country_code !== null && { country_code }),
    ...(sponsor !== null && { sponsor: sponsor.username }),
    roles,
    ...newCustomFields(fields, values.custom_fields),
  };
}
