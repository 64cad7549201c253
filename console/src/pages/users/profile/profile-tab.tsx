import { Button, Group, Modal, Stack } from '@mantine/core';
import { CustomFieldsSection } from '#console/components/custom-fields';
import { FormSection } from '#console/components/form-section';
import { DescriptionList } from '#console/components/description-list';
import { May } from '#console/components/may';
import { UserLink } from '#console/components/person';
import { useDialog } from '#console/components/use-dialog';
import { When } from '#console/components/when';
import { Slot } from '#console/extensions/slot';
import { countryName } from '../fields/countries';
import { fullName } from '../labels';
import { PasswordDialog } from '../password/password-dialog';
import { RoleBadges } from '../role-badges';
import { useUser } from '../use-user';
import { userQuery, type User } from '../users.queries';
import { ConsentsSection } from './consents-section';
import { ProfileForm } from './profile-form';
import { StatusSection } from './status-section';
import { t } from '#console/i18n/t';

/** Profile, roles and status of a user; what changes them is behind buttons. */
export function ProfileTab() {
  const user = useUser();
  return (
    <Stack gap="lg">
      <Account user={user} />
      <CustomFieldsSection
        key={t('fields of {{uid}}', { uid: user.uid })}
        resource="users"
        of={user}
        permission="users.write"
        path={`users/${user.uid}/`}
        queryKey={userQuery(String(user.uid)).queryKey}
      />
      <ConsentsSection user={user} />
      <May do="users.write">
        <StatusSection user={user} />
      </May>
      <Slot name="member" given={{ uid: user.uid, username: user.username }} />
    </Stack>
  );
}

function Account({ user }: { user: User }) {
  const [edit, password] = [useDialog('edit'), useDialog('password')];
  const { username, email, country_code: country } = user;
  return (
    <FormSection
      title={t('Account')}
      description={t('The username and uid never change. To change the sponsor, move the member in the network.')}
    >
      <Stack gap="lg">
        <DescriptionList
          entries={[
            [t('Name'), fullName(user) || t('None')],
            [t('E-mail address'), email ?? t('None')],
            [t('Country'), country === null ? t('Unknown') : countryName(country)],
            [t('Roles'), <RoleBadges key="roles" roles={user.roles} />],
            [t('Username'), username],
            [t('User id (uid)'), user.uid],
            [t('Sponsor'), <Sponsor key="sponsor" of={user} />],
            [t('Since'), <When key="since" at={user.created_at} />],
          ]}
        />
        <May do="users.write">
          <Group gap="sm">
            <Button variant="default" onClick={() => edit.open()}>
              {t('Edit…')}
            </Button>
            <Button variant="default" onClick={() => password.open()}>
              {t('Reset the password…')}
            </Button>
          </Group>
        </May>
      </Stack>
      <Modal opened={edit.isOpen} onClose={edit.close} title={t('Edit {{username}}', { username })} size="lg">
        <ProfileForm user={user} dialog={edit} />
      </Modal>
      <PasswordDialog user={user} dialog={password} />
    </FormSection>
  );
}

function Sponsor({ of: { sponsor, sponsor_uid } }: { of: User }) {
  if (sponsor_uid === null) return t('None');
  return <UserLink uid={sponsor_uid} name={sponsor} inherit />;
}
