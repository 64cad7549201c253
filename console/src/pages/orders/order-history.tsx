import { Anchor, Card, Skeleton, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FailureState } from '../../components/failure-state';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { orderMovesQuery, placingApplicationQuery, type AuditEntry, type Order } from './orders.queries';

/** How an order got where it is: when it was placed, and who moved it. */
export function OrderHistory({ order }: { order: Order }) {
  const { data, error, isPending, refetch } = useQuery(orderMovesQuery(order.id));
  return (
    <Card component="section" withBorder padding="lg" aria-labelledby="history">
      <Title order={2} id="history" mb="md">
        History
      </Title>
      {isPending ? (
        <Skeleton height={60} role="status" aria-label="Loading the history" />
      ) : data === undefined ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : (
        <Timeline bulletSize={16} lineWidth={2} active={data.results.length}>
          <Timeline.Item title={<StatusBadge status="placed" />}>
            <Told at={order.placed_at} uid={order.uid} username={order.username}>
              {order.application_id !== null && <Through id={order.application_id} />}
            </Told>
          </Timeline.Item>
          {data.results.toReversed().map((entry) => (
            <Timeline.Item key={entry.id} title={<StatusBadge status={reached(entry)} />}>
              <Told at={entry.at} uid={entry.actor_uid} username={entry.actor_username}>
                {entry.application_id === null ? ', in this console or its API' : <Through id={entry.application_id} />}
              </Told>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </Card>
  );
}

function Told({ at, uid, username, children }: { at: string; uid: number; username: string; children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      <When at={at} />, by{' '}
      <Anchor component={Link} to={`/users/${uid}`} inherit underline="always">
        {username}
      </Anchor>
      {children}
    </Text>
  );
}

/** An application by its name; by its id when it is gone. */
function Through({ id }: { id: string }) {
  const { data } = useQuery(placingApplicationQuery(id));
  return (
    <>
      , through{' '}
      {data === undefined ? (
        <span className="mono">{id}</span>
      ) : (
        <Anchor component={Link} to={`/applications/${id}`} inherit underline="always">
          {data.name}
        </Anchor>
      )}
    </>
  );
}

function reached({ after }: AuditEntry): string {
  const status = after?.status;
  return typeof status === 'string' ? status : 'changed';
}
