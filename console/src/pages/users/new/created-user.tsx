import { useState, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { PageHeader } from '../../../components/page-header';
import { ShownOnce } from '../shown-once';
import type { User } from '../users.queries';
import { t } from '../../../i18n/t';

/** The credentials of a new user: the generated password is shown only once. */
export function CreatedUserPage({ user: { uid, username }, password }: { user: User; password: string }) {
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
