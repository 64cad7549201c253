import { useState } from 'react';
import { ShownOnce } from '../shown-once';
import { useUser } from '../use-user';
import { PasswordForm } from './password-form';

/** Resets the password of a user. A generated one is shown only once. */
export function PasswordTab() {
  const user = useUser();
  const [made, setMade] = useState<string>();
  if (made !== undefined) {
    return <ShownOnce username={user.username} password={made} isSaved={false} onSaved={() => setMade(undefined)} />;
  }
  return <PasswordForm key={user.uid} user={user} onMade={setMade} />;
}
