import { useState } from 'react';
import { PageHeader } from '../../../components/page-header';
import { RegisterForm, type Registered } from './register-form';
import { RegisteredPage } from './registered';

/** Registers an application; then shows its key, which is kept nowhere but here until the page is left. */
export function RegisterPage() {
  const [registered, setRegistered] = useState<Registered>();
  if (registered !== undefined) return <RegisteredPage registered={registered} />;
  return (
    <>
      <PageHeader
        title="Register an application"
        description="It gets a key at once, with which it can call the API."
        back={{ to: '/applications', label: 'Applications' }}
      />
      <RegisterForm onDone={setRegistered} />
    </>
  );
}
