import { SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '#console/api/permissions';
import { identityQuery } from '#console/api/session';
import { DialogForm } from '#console/components/dialog-form';
import type { Dialog } from '#console/components/use-dialog';
import { ApprovalForecast } from '../../approvals';
import { CountryField } from '../fields/country-field';
import { RolesField } from '../fields/roles-field';
import { useUserChange } from '../use-user-change';
import type { User, Role } from '../users.queries';
import { t } from '#console/i18n/t';
import type { Schemas } from '#console/api/client';

/** What can be changed of a user, in a dialog. Only what is changed there is sent. */
export function ProfileForm({ user, dialog }: { user: User; dialog: Dialog }) {
  const { data: me } = useQuery(identityQuery);
  const may = useMay();
  const form = useForm<ProfileValues>({ initialValues: profileOf(user), validate: requiredErrors(profileOf(user)) });
  const change = useUserChange(user.uid, {
    done: t('{{username}} is saved', { username: user.username }),
    onDone: dialog.close,
    quiet: true,
  });
  const { roles } = form.values;
  const isTaken = roles.length > 0 && user.roles.some((role) => !roles.includes(role));
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(changesOf(form.getInitialValues(), values))}
      change={change}
      failed={t('Not saved')}
      action={t('Save')}
      forecast={isTaken && <ApprovalForecast kind="user.demote" id={user.uid} roles={roles.join(',')} />}
      onClose={dialog.close}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('First name')}
          autoComplete="off"
          maxLength={100}
          data-autofocus
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
      <RolesField
        {...form.getInputProps('roles')}
        value={roles}
        kept={me?.uid === user.uid ? 'super_admin' : undefined}
        isReadOnly={!may('users.roles')}
      />
    </DialogForm>
  );
}

/** Form values of a user. */
interface ProfileValues extends Record<string, unknown> {
  email: string;
  first_name: string;
  last_name: string;
  country_code: string | null;
  roles: Role[];
}

/** The form values of a stored user. */
function profileOf({ email, first_name, last_name, country_code, roles }: User): ProfileValues {
  return { email: email ?? '', first_name, last_name, country_code, roles };
}

/** Errors of missing required fields; the service validates the rest. Who came by an import may have no e-mail address. */
function requiredErrors(saved: ProfileValues): (values: ProfileValues) => Record<string, string> {
  return ({ email, roles }) => ({
    ...(email.trim() === '' && saved.email !== '' && { email: t('Enter an e-mail address') }),
    ...(roles.length === 0 && { roles: t('Choose at least one role') }),
  });
}

/** The request body: only fields changed since editing began. */
function changesOf(saved: ProfileValues, values: ProfileValues): Schemas['ChangeUserDto'] {
  const email = values.email.trim();
  const first_name = values.first_name.trim();
  const last_name = values.last_name.trim();
  return {
    ...(email !== saved.email && { email }),
    ...(first_name !== saved.first_name && { first_name }),
    ...(last_name !== saved.last_name && { last_name }),
    ...(values.country_code !== saved.country_code && { country_code: values.country_code }),
    ...(values.roles.join() !== saved.roles.join() && { roles: values.roles }),
  };
}
