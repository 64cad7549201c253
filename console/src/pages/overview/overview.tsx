import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatMoney } from '../../components/format';
import { PageHeader } from '../../components/page-header';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { Figure } from './figure';
import { Latest } from './latest';
import { applicationCountQuery, latestActsQuery, latestOrdersQuery, orderCountQuery } from './overview.queries';

/** What is going on: orders on their way, applications by state, and what happened last. */
export function OverviewPage() {
  const orders = useQuery(latestOrdersQuery);
  const acts = useQuery(latestActsQuery);
  const placed = useQuery(orderCountQuery('placed'));
  const paid = useQuery(orderCountQuery('paid'));
  const active = useQuery(applicationCountQuery('active'));
  const inMaintenance = useQuery(applicationCountQuery('maintenance'));
  return (
    <>
      <PageHeader title="Overview" description="What waits for somebody, and what happened last." />
      <Stack gap="lg">
        <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} spacing="sm" m={0}>
          <Figure title="Orders to be paid" to="/orders?status=placed" query={placed} />
          <Figure title="Orders to be completed" to="/orders?status=paid" query={paid} />
          <Figure title="Active applications" to="/applications?status=active" query={active} />
          <Figure title="Applications in maintenance" to="/applications?status=maintenance" query={inMaintenance} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <Latest
            title="Latest orders"
            to="/orders"
            query={orders}
            keyOf={({ id }) => id}
            none="Nobody has placed an order yet."
            row={({ id, order_number, username, status, placed_at, totals, currency_code }) => (
              <>
                <div>
                  <Anchor component={Link} to={`/orders/${id}`} size="sm" fw={600}>
                    {order_number}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {username}, <When at={placed_at} />
                  </Text>
                </div>
                <Group gap="sm" wrap="nowrap">
                  <Text size="sm" className="numeric">
                    {formatMoney(totals.price, currency_code)}
                  </Text>
                  <StatusBadge status={status} />
                </Group>
              </>
            )}
          />
          <Latest
            title="Latest changes"
            to="/audit"
            query={acts}
            keyOf={({ id }) => id}
            none="Nothing was changed yet."
            row={({ id, action, actor_username, at }) => (
              <>
                <div>
                  <Anchor component={Link} to={`/audit?dialog=entry:${id}`} size="sm" fw={600}>
                    {action}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {actor_username}
                  </Text>
                </div>
                <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  <When at={at} />
                </Text>
              </>
            )}
          />
        </SimpleGrid>
      </Stack>
    </>
  );
}
