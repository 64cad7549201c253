import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { identityQuery } from '../../api/session';
import { PageHeader } from '../../components/page-header';
import { FactorsSection } from './factors-section';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';
import { t } from '../../i18n/t';

/** One's own account: second factors, sessions and password. */
export function AccountPage() {
  const { data } = useQuery(identityQuery);
  return (
    <>
      <PageHeader title={t('Your account')} description={data?.username ?? ''} />
      <Stack gap="lg">
        <FactorsSection />
        <SessionsSection />
        <PasswordSection />
      </Stack>
    </>
  );
}
