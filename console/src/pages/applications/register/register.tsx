import { useState } from 'react';
import { PageHeader } from '#console/components/page-header';
import { RegisterForm, type Registered } from './register-form';
import { RegisteredPage } from './registered';
import { t } from '#console/i18n/t';

/** Registers an application; then shows its key, which is only kept in the state of this page. */
export function RegisterPage() {
  const [registered, setRegistered] = useState<Registered>();
  if (registered !== undefined) return <RegisteredPage registered={registered} />;
  return (
    <>
      <PageHeader
        title={t('Register an application')}
        description={t('It immediately gets a key for calling the API.')}
        back={{ to: '/applications', label: t('Applications') }}
      />
      <RegisterForm onDone={setRegistered} />
    </>
  );
}
