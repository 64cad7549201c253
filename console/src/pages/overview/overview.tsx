import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '../../api/permissions';
import { formatMoney } from '../../components/format';
import { May } from '../../components/may';
import { Slot } from '../../extensions/slot';
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

/** The overview: open tasks, traffic, and latest activity, of what the user may read. */
export function OverviewPage() {
  const may = useMay();
  const [sells, runs, delivers] = [may('orders.read'), may('applications.read'), may('deliveries.read')];
  const orders = useQuery({ ...latestOrdersQuery, enabled: sells });
  const acts = useQuery({ ...latestAuditQuery, enabled: may('audit.read') });
  const placed = useQuery({ ...orderCountQuery('placed'), enabled: sells });
  const paid = useQuery({ ...orderCountQuery('paid'), enabled: sells });
  const active = useQuery({ ...applicationCountQuery('active'), enabled: runs });
  const inMaintenance = useQuery({ ...applicationCountQuery('maintenance'), enabled: runs });
  const failed = useQuery({ ...failedDeliveriesQuery, enabled: delivers });
  return (
    <>
      <PageHeader title="Overview" description="Open orders, traffic, and latest activity." />
      <Stack gap="xl">
        <SimpleGrid component="dl" className={classes.figures} cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" m={0}>
          {sells && (
            <>
              <Figure title="Orders awaiting payment" to="/orders?status=placed" query={placed} />
              <Figure title="Orders awaiting completion" to="/orders?status=paid" query={paid} />
            </>
          )}
          {runs && (
            <>
              <Figure title="Active applications" to="/applications?status=active" query={active} />
              <Figure title="Applications in maintenance" to="/applications?status=maintenance" query={inMaintenance} />
            </>
          )}
          {delivers && <FailedFigure />}
        </SimpleGrid>
        <May do="traffic.read">
          <Traffic />
        </May>
        <May do="deliveries.read">
          <Latest
            title="Latest failed deliveries"
            to="/deliveries?status=failed"
            query={failed}
            keyOf={({ id }) => id}
            none="No failed deliveries."
            row={(delivery) => <FailedDelivery delivery={delivery} />}
          />
        </May>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <May do="orders.read">
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
          </May>
          <May do="audit.read">
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
          </May>
        </SimpleGrid>
        <Slot name="home" given={{}} />
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
