import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { PageHeader } from '#console/components/page-header';
import { NewUserForm, type CreatedUser } from './new-user-form';
import { t } from '#console/i18n/t';
import { ShownOnce } from '../shown-once';
import type { User } from '../users.queries';

/** Creates a user; a generated password is shown only once. */
export function NewUserPage() {
  const [made, setMade] = useState<CreatedUser>();
  const navigate = useNavigate();
  const isDone = made !== undefined && made.password === undefined;
  useEffect(() => {
    // After the form is gone, which would ask about unsaved changes.
    if (isDone) void navigate(`/users/${made.uid}/profile`, { replace: true });
  }, [isDone, made, navigate]);
  if (made?.password !== undefined) return <CreatedUserPage user={made} password={made.password} />;
  if (isDone) return null;
  return (
    <>
      <PageHeader
        title={t('Create a user')}
        description={t(
          'Members usually sign up through applications. Use this form to add users yourself, especially admins.',
        )}
        back={{ to: '/users', label: t('Users') }}
      />
      <NewUserForm onDone={setMade} />
    </>
  );
}

/** The credentials of a new user: the generated password is shown only once. */
function CreatedUserPage({ user: { uid, username }, password }: { user: User; password: string }) {
  const navigate = useNavigate();
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    if (isSaved) void navigate(`/users/${uid}/profile`, { replace: true });
  }, [isSaved, navigate, uid]);
  return (
    <>
      <PageHeader
        title={t('{{username}} is created', { username })}
        description={t('Send them their password through a secure channel.')}
      />
      <ShownOnce username={username} password={password} isSaved={isSaved} onSaved={() => setSaved(true)} />
    </>
  );
}
