import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { When } from '../../components/when';
import { deliveryAddress } from '../applications';
import type { Delivery } from './overview.queries';

/** A failed delivery, with a link to its details. */
export function FailedDelivery({ delivery }: { delivery: Delivery }) {
  const { id, event_type, application, last_attempt, created_at } = delivery;
  return (
    <>
      <div style={{ minWidth: 0 }}>
        <Anchor
          component={Link}
          to={deliveryAddress(application.id, id)}
          size="sm"
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {event_type}
        </Anchor>
        <Text size="sm" c="dimmed">
          {application.name}, <When at={created_at} />
        </Text>
      </div>
      <Text size="sm" ta="end" style={{ overflowWrap: 'anywhere' }}>
        {outcomeOf(last_attempt)}
      </Text>
    </>
  );
}

/** The outcome of the last attempt: `Status 503`, or why there was no response. */
function outcomeOf(attempt: Delivery['last_attempt']): string {
  if (attempt === null) return 'Not attempted';
  return attempt.status_code === null ? (attempt.error ?? 'No response') : `Status\u00a0${attempt.status_code}`;
}
