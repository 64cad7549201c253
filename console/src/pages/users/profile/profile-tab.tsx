import { Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { CustomFieldsSection } from '../../../components/custom-fields';
import { FormSection } from '../../../components/form-section';
import { DescriptionList } from '../../../components/description-list';
import { May } from '../../../components/may';
import { When } from '../../../components/when';
import { Slot } from '../../../extensions/slot';
import { useUser } from '../use-user';
import { userQuery, type User } from '../users.queries';
import { ConsentsSection } from './consents-section';
import { ProfileForm } from './profile-form';
import { StatusSection } from './status-section';
import { t } from '../../../i18n/t';

/** Profile, roles and status of a user. */
export function ProfileTab() {
  const user = useUser();
  return (
    <Stack gap="lg">
      <FormSection
        title={t('Account')}
        description={t('The username and uid never change. To change the sponsor, move the member in the network.')}
      >
        <DescriptionList
          entries={[
            [t('Username'), user.username],
            [t('User id (uid)'), user.uid],
            [t('Sponsor'), <Sponsor key="sponsor" of={user} />],
            [t('Since'), <When key="since" at={user.created_at} />],
          ]}
        />
      </FormSection>
      <ProfileForm key={user.uid} user={user} />
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

function Sponsor({ of: { sponsor, sponsor_uid } }: { of: User }) {
  if (sponsor_uid === null) return t('None');
  return (
    <Anchor component={Link} to={`/users/${sponsor_uid}`} inherit>
      {sponsor ?? t('uid {{sponsor_uid}}', { sponsor_uid })}
    </Anchor>
  );
}
