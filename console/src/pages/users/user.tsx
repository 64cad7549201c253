import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconCash,
  IconHeart,
  IconLayoutDashboard,
  IconReceipt,
  IconShoppingCart,
  IconSitemap,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Outlet, useParams } from 'react-router';
import { PageHeader } from '../../components/page-header';
import { PendingPage } from '../../components/pending-page';
import { SectionTabs, type Section } from '../../components/section-tabs';
import { StatusBadge } from '../../components/status-badge';
import { RoleBadges } from './role-badges';
import { userQuery, type User } from './users.queries';
import { fullName } from './labels';
import { Waiting } from '../approvals';
import { HistoryButton } from '../audit';
import { t } from '../../i18n/t';

const BACK = { to: '/users', label: t('Users') };

const SECTIONS: readonly Section[] = [
  { to: 'overview', label: t('Overview'), Icon: IconLayoutDashboard },
  { to: 'profile', label: t('Profile'), Icon: IconUser },
  { to: 'network', label: t('Network'), permission: 'network.read', Icon: IconSitemap },
  { to: 'team', label: t('Team'), permission: 'network.read', Icon: IconUsersGroup },
  { to: 'earnings', label: t('Earnings'), permission: 'statements.read', Icon: IconCash },
  { to: 'cart', label: t('Cart'), Icon: IconShoppingCart },
  { to: 'wishlist', label: t('Wishlist'), Icon: IconHeart },
  { to: 'orders', label: t('Orders'), permission: 'orders.read', Icon: IconReceipt },
];

/** One user: the header and the tabs. */
export function UserPage() {
  const { uid = '' } = useParams();
  const query = useQuery(userQuery(uid));
  const { data } = query;
  if (data === undefined) return <PendingPage title={t('User')} back={BACK} query={query} heights={[42, 320]} />;
  return (
    <>
      <PageHeader
        title={data.username}
        back={BACK}
        aside={<StatusBadge status={data.status} />}
        description={<Facts of={data} />}
        actions={
          <HistoryButton
            of={[
              { type: 'user', id: data.uid },
              { type: 'member', id: data.uid },
            ]}
          />
        }
      />
      <Waiting kind="user.demote" at={`/users/${uid}`} />
      <SectionTabs label={t('Sections of {{username}}', { username: data.username })} sections={SECTIONS} />
      <Outlet key={data.uid} context={data} />
    </>
  );
}

/** The most important properties. */
function Facts({ of: user }: { of: User }) {
  return (
    <Group component="span" gap="xs" mt={4}>
      <RoleBadges roles={user.roles} />
      <Text component="span" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[fullName(user), user.email ?? ''].filter((text) => text !== '').join(' · ')}
      </Text>
    </Group>
  );
}
