import { PageHeader } from '../../../components/page-header';

/** Registers an application. */
export function RegisterPage() {
  return <PageHeader title="Register an application" back={{ to: '/applications', label: 'Applications' }} />;
}
