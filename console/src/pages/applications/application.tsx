import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconActivity, IconAdjustments, IconKey, IconLock, IconShieldCheck, IconWebhook } from '@tabler/icons-react';
import { Outlet, useParams } from 'react-router';
import { PageHeader } from '../../components/page-header';
import { PendingPage } from '../../components/pending-page';
import { SectionTabs, type Section } from '../../components/section-tabs';
import { When } from '../../components/when';
import { ApplicationBadges } from './application-badges';
import { applicationQuery, type Application } from './applications.queries';
import { ApplicationStatusBadge } from './application-status-badge';
import { InviteButton } from './invite-button';
import { CLIENT_TYPES } from './labels';
import { rich } from '../../i18n/rich';
import { Waiting } from '../approvals';
import { HistoryButton } from '../audit';
import { t } from '../../i18n/t';

const BACK = { to: '/applications', label: t('Applications') };

const SECTIONS: readonly Section[] = [
  { to: 'settings', label: t('Settings'), Icon: IconAdjustments },
  { to: 'keys', label: t('Keys'), permission: 'keys.read', Icon: IconKey },
  { to: 'access', label: t('Access rules'), Icon: IconShieldCheck },
  { to: 'webhook', label: t('Webhook'), permission: 'webhooks.read', Icon: IconWebhook },
  { to: 'requests', label: t('Refused requests'), permission: 'requests.read', Icon: IconActivity },
  { to: 'encryption', label: t('Encryption'), permission: 'keys.read', Icon: IconLock },
];

/** One application: its header, and its tabs. */
export function ApplicationPage() {
  const { id = '' } = useParams();
  const query = useQuery(applicationQuery(id));
  const { data } = query;
  if (data === undefined) return <PendingPage title={t('Application')} back={BACK} query={query} heights={[42, 320]} />;
  return (
    <>
      <PageHeader
        title={data.name}
        back={BACK}
        aside={<ApplicationStatusBadge status={data.status} />}
        description={<Facts of={data} />}
        actions={
          <>
            {data.self_service && <InviteButton of={data} />}
            <HistoryButton of={[{ type: 'application', id: data.id }]} />
          </>
        }
      />
      <Waiting kind="application.self_service" at={`/applications/${id}/settings`} />
      <SectionTabs label={t('Sections of {{name}}', { name: data.name })} sections={SECTIONS} />
      <Outlet context={data} />
    </>
  );
}

/** The most important properties. */
function Facts({ of: application }: { of: Application }) {
  return (
    <Group component="span" gap="xs" mt={4}>
      <Badge component="span" variant="default" tt="none" fw={500}>
        {CLIENT_TYPES[application.client_type]}
      </Badge>
      <Badge component="span" variant="default" tt="none" fw={500}>
        {t('API {{api_version}}', { api_version: application.api_version })}
      </Badge>
      <ApplicationBadges application={application} />
      <Text component="span" size="sm" c="dimmed">
        {application.last_used_at === null ? (
          t('Never used')
        ) : (
          <>{rich('Last used <when/>', { when: <When at={application.last_used_at} /> })}</>
        )}
      </Text>
    </Group>
  );
}
