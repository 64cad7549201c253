import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { identityQuery } from '../../../api/session';
import { FormSection } from '../../../components/form-section';
import { ResourceForm } from '../../../components/resource-form';
import { useSavedForm } from '../../../components/use-saved-form';
import { useMay } from '../../../api/permissions';
import { CountryField } from '../fields/country-field';
import { RolesField } from '../fields/roles-field';
import { useUserChange } from '../use-user-change';
import type { User } from '../users.queries';
import { changesOf, requiredErrors, profileOf, type ProfileValues } from './profile.values';
import { t } from '../../../i18n/t';

/** The profile form of a user. */
export function ProfileForm({ user }: { user: User }) {
  const { data: me } = useQuery(identityQuery);
  const may = useMay();
  const { form, accept } = useSavedForm<ProfileValues>(profileOf(user), requiredErrors(profileOf(user)));
  const change = useUserChange(user.uid, {
    done: t('{{username}} is saved', { username: user.username }),
    onDone: (saved) => accept(profileOf(saved)),
    quiet: true,
  });
  return (
    <ResourceForm
      permission="users.write"
      form={form}
      onSubmit={(values) => change.mutate(changesOf(form.getInitialValues(), values))}
      change={change}
      action={t('Save')}
    >
      <FormSection title={t('Person')} description={t('Name and contact data.')}>
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
          <TextInput
            label={t('E-mail address')}
            description={t('Can be used to log in. Must be unique.')}
            type="email"
            autoComplete="off"
            withAsterisk={user.email !== null}
            {...form.getInputProps('email')}
          />
          <CountryField {...form.getInputProps('country_code')} value={form.values.country_code} />
        </Stack>
      </FormSection>
      <FormSection
        title={t('Permissions')}
        description={t('Changes take effect everywhere within 2 seconds, including in open sessions.')}
      >
        <RolesField
          {...form.getInputProps('roles')}
          value={form.values.roles}
          kept={me?.uid === user.uid ? 'super_admin' : undefined}
          isReadOnly={!may('users.roles')}
        />
      </FormSection>
    </ResourceForm>
  );
}
