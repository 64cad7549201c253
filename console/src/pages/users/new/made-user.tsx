import { useState, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { PageHeader } from '../../../components/page-header';
import { ShownOnce } from '../shown-once';
import type { User } from '../users.queries';

/** What a new user logs in with: the password that was made is shown, this once. */
export function MadeUserPage({ user: { uid, username }, password }: { user: User; password: string }) {
  const navigate = useNavigate();
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (isKept) void navigate(`/users/${uid}/profile`, { replace: true });
  }, [isKept, navigate, uid]);
  return (
    <>
      <PageHeader
        title={`${username} is created`}
        description="Give them their password, over a way that others do not read."
      />
      <ShownOnce username={username} password={password} isKept={isKept} onKept={() => setKept(true)} />
    </>
  );
}
