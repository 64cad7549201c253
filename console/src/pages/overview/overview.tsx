import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatMoney } from '../../components/format';
import { PageHeader } from '../../components/page-header';
import { StatusBadge } from '../../components/status-badge';
import { useNow } from '../../components/use-now';
import { When } from '../../components/when';
import { FailedDelivery } from './failed-delivery';
import { Figure } from './figure';
import classes from './figures.module.css';
import { Latest } from './latest';
import {
  applicationCountQuery,
  dayBefore,
  failedCountQuery,
  failedDeliveriesQuery,
  latestAuditQuery,
  latestOrdersQuery,
  orderCountQuery,
} from './overview.queries';
import { Traffic } from './traffic';

/** The overview: open tasks, traffic, and latest activity. */
export function OverviewPage() {
  const orders = useQuery(latestOrdersQuery);
  const acts = useQuery(latestAuditQuery);
  const placed = useQuery(orderCountQuery('placed'));
  const paid = useQuery(orderCountQuery('paid'));
  const active = useQuery(applicationCountQuery('active'));
  const inMaintenance = useQuery(applicationCountQuery('maintenance'));
  const failed = useQuery(failedDeliveriesQuery);
  return (
    <>
      <PageHeader title="Overview" description="Open orders, traffic, and latest activity." />
      <Stack gap="xl">
        <SimpleGrid component="dl" className={classes.figures} cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" m={0}>
          <Figure title="Orders awaiting payment" to="/orders?status=placed" query={placed} />
          <Figure title="Orders awaiting completion" to="/orders?status=paid" query={paid} />
          <Figure title="Active applications" to="/applications?status=active" query={active} />
          <Figure title="Applications in maintenance" to="/applications?status=maintenance" query={inMaintenance} />
          <FailedFigure />
        </SimpleGrid>
        <Traffic />
        <Latest
          title="Latest failed deliveries"
          to="/deliveries?status=failed"
          query={failed}
          keyOf={({ id }) => id}
          none="No failed deliveries."
          row={(delivery) => <FailedDelivery delivery={delivery} />}
        />
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <Latest
            title="Latest orders"
            to="/orders"
            query={orders}
            keyOf={({ id }) => id}
            none="No orders yet."
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
            none="No changes yet."
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

/** Failed deliveries of the last 24 hours; its list starts at the same time as the count. */
function FailedFigure() {
  const count = useQuery(failedCountQuery);
  const since = dayBefore(useNow());
  return (
    <Figure
      title="Failed deliveries, last 24 hours"
      to={`/deliveries?status=failed&since=${since}`}
      query={count}
      isAlarm
    />
  );
}
