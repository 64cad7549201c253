import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../api/permissions';
import { personQuery } from '../../api/person';
import { UserLink } from '../../components/person';
import { Panel } from '../../components/two-columns';
import { PlacingApplication } from './order-history';
import type { OrderDetails } from './orders.queries';
import { t } from '../../i18n/t';

/** Who bought, who sold, and through which application. */
export function OrderPeople({ order }: { order: OrderDetails }) {
  const { uid, username, name, items, application_id: application } = order;
  const mayRead = useMay()('users.read');
  const buyer = useQuery({ ...personQuery(uid), enabled: mayRead }).data;
  const vendors = new Map(items.map(({ vendor_uid: vendor, vendor_username: text }) => [vendor, text]));
  vendors.delete(null);
  return (
    <>
      <Panel
        title={t('Buyer')}
        action={
          <Anchor component={Link} to={`/orders?uid=${uid}`} size="sm" className="screen-only">
            {t('All orders')}
          </Anchor>
        }
      >
        <Stack gap={2}>
          <User uid={uid} name={name === '' ? username : name} />
          <Text size="sm" c="dimmed">
            {t('{{username}} · uid {{uid}}', { username, uid })}
          </Text>
          {typeof buyer?.email === 'string' && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {buyer.email}
            </Text>
          )}
        </Stack>
        {buyer !== undefined && (
          <Fact title={t('Sponsor')}>
            {buyer.sponsor_uid === null ? t('None') : <User uid={buyer.sponsor_uid} name={buyer.sponsor} />}
          </Fact>
        )}
      </Panel>
      <Panel title={t('Sale')}>
        <Stack gap="xs">
          <Fact title={vendors.size > 1 ? t('Sellers') : t('Seller')}>
            {vendors.size === 0
              ? t('The company')
              : [...vendors].map(([vendor, text]) => <User key={vendor} uid={vendor!} name={text} />)}
          </Fact>
          <Fact title={t('Placed through')}>
            {application === null ? t('No application') : <PlacingApplication id={application} />}
          </Fact>
        </Stack>
      </Panel>
    </>
  );
}

function User({ uid, name }: { uid: number; name: string | null }) {
  return <UserLink uid={uid} name={name} size="sm" style={{ overflowWrap: 'anywhere' }} />;
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start" mt={4}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Stack gap={0} align="flex-end">
        {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
      </Stack>
    </Group>
  );
}
