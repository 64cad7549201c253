import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { PageHeader } from '../../../components/page-header';
import { CreatedUserPage } from './created-user';
import { NewUserForm, type CreatedUser } from './new-user-form';
import { t } from '../../../i18n/t';

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
