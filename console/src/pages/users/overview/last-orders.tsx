import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FailureState } from '../../../components/failure-state';
import { formatMoney } from '../../../components/format';
import { StatusBadge } from '../../../components/status-badge';
import { When } from '../../../components/when';
import { ordersQuery } from '../../orders';
import { t } from '../../../i18n/t';

const SHOWN = 5;

/** The last orders of a user. */
export function LastOrders({ uid }: { uid: number }) {
  const { data, error, refetch } = useQuery(ordersQuery({ uid, limit: SHOWN, offset: 0 }));
  return (
    <Card withBorder component="section" padding="md" aria-labelledby="last-orders">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="last-orders">
          {t('Last orders')}
        </Title>
        <Anchor component={Link} to="../orders" size="sm">
          {t('All orders')}
        </Anchor>
      </Group>
      {error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {data?.results.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No orders yet')}
        </Text>
      )}
      <Stack gap="xs">
        {data?.results.map(({ id, order_number, status, placed_at, totals, currency_code }) => (
          <Group key={id} justify="space-between" gap="sm">
            <Anchor component={Link} to={`/orders/${id}`} size="sm">
              {order_number}
            </Anchor>
            <Group gap="sm" fz="sm">
              <StatusBadge status={status} />
              <When at={placed_at} />
              <Text size="sm">{formatMoney(totals.price, currency_code)}</Text>
            </Group>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
