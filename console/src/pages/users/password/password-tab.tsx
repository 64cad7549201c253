import { useState } from 'react';
import { ShownOnce } from '../shown-once';
import { useUser } from '../use-user';
import { PasswordForm } from './password-form';

/** Gives a user another password. One that was made is shown, this once. */
export function PasswordTab() {
  const user = useUser();
  const [made, setMade] = useState<string>();
  if (made !== undefined) {
    return <ShownOnce username={user.username} password={made} isKept={false} onKept={() => setMade(undefined)} />;
  }
  return <PasswordForm key={user.uid} user={user} onMade={setMade} />;
}
