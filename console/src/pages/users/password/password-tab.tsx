import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { identityQuery } from '../../../api/session';
import { isAdmin } from '../labels';
import { ShownOnce } from '../shown-once';
import { useUser } from '../use-user';
import { PasswordForm } from './password-form';
import { PasswordLink } from './password-link';
import { rich } from '../../../i18n/rich';

/** Resets the password of a user: a generated one is shown once; who works in this console gets a link. */
export function PasswordTab() {
  const user = useUser();
  const { data: me } = useQuery(identityQuery);
  const [made, setMade] = useState<string>();
  if (me?.uid === user.uid)
    return (
      <Alert icon={<IconInfoCircle aria-hidden />} maw={640}>
        {rich('This is your own account: change your password at <link>Your account</link>.', {
          link: (words) => (
            <Anchor component={Link} to="/account">
              {words}
            </Anchor>
          ),
        })}
      </Alert>
    );
  if (isAdmin(user)) return <PasswordLink key={user.uid} user={user} />;
  if (made !== undefined) {
    return <ShownOnce username={user.username} password={made} isSaved={false} onSaved={() => setMade(undefined)} />;
  }
  return <PasswordForm key={user.uid} user={user} onMade={setMade} />;
}
