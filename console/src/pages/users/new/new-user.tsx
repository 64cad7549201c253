import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { PageHeader } from '../../../components/page-header';
import { MadeUserPage } from './made-user';
import { NewUserForm, type MadeUser } from './new-user-form';

/** Makes a user; a password that was made for them is shown, this once. */
export function NewUserPage() {
  const [made, setMade] = useState<MadeUser>();
  const navigate = useNavigate();
  const isDone = made !== undefined && made.password === undefined;
  useEffect(() => {
    // After the form, which would ask whether to leave what was typed.
    if (isDone) void navigate(`/users/${made.uid}/profile`, { replace: true });
  }, [isDone, made, navigate]);
  if (made?.password !== undefined) return <MadeUserPage user={made} password={made.password} />;
  if (isDone) return null;
  return (
    <>
      <PageHeader
        title="Create a user"
        description="Members sign up through applications by themselves. Here you add those whom you want to add, admins above all."
        back={{ to: '/users', label: 'Users' }}
      />
      <NewUserForm onDone={setMade} />
    </>
  );
}
