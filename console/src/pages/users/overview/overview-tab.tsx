import { SimpleGrid, Stack, Anchor, Box, Card, Group, Text, Title } from '@mantine/core';
import { May } from '#console/components/may';
import { TeamFigures } from '../../network';
import { useUser } from '../use-user';
import { LastStatements } from './last-statements';
import { Notes } from './notes';
import { Standing } from './standing';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FailureState } from '#console/components/failure-state';
import { formatMoney } from '#console/components/format';
import { StatusBadge } from '#console/components/status-badge';
import { When } from '#console/components/when';
import { ordersQuery } from '../../orders/index';
import classes from './last-orders.module.css';
import { t } from '#console/i18n/t';

/** What answers a call: where the member stands, what they earned and ordered last, and what was noted. */
export function OverviewTab() {
  const user = useUser();
  return (
    <Stack gap="lg">
      <May do="statements.read">
        <Standing uid={user.uid} />
      </May>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <May do="statements.read">
          <LastStatements uid={user.uid} />
        </May>
        <May do="orders.read">
          <LastOrders uid={user.uid} />
        </May>
        <May do="notes.read">
          <Notes uid={user.uid} />
        </May>
        <May do="network.read">
          <TeamFigures uid={user.uid} />
        </May>
      </SimpleGrid>
    </Stack>
  );
}

const SHOWN = 5;

/** The last orders of a user. */
function LastOrders({ uid }: { uid: number }) {
  const { data, error, refetch } = useQuery(ordersQuery({ uid, limit: SHOWN, offset: 0 }));
  return (
    <Card withBorder component="section" padding="md" aria-labelledby="last-orders" className={classes.card}>
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
      <Stack gap="xs" className={classes.list}>
        {data?.results.map(({ id, order_number, status, placed_at, totals, currency_code }) => (
          <Box key={id} fz="sm" className={classes.order}>
            <Anchor component={Link} to={`/orders/${id}`} inherit>
              {order_number}
            </Anchor>
            <div>
              <StatusBadge status={status} />
            </div>
            <div>
              <When at={placed_at} />
            </div>
            <div>{formatMoney(totals.price, currency_code)}</div>
          </Box>
        ))}
      </Stack>
    </Card>
  );
}
