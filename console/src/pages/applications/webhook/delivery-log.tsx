import { Button, Select, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconRotate, IconSend } from '@tabler/icons-react';
import { useEffect } from 'react';
import { EmptyState } from '../../../components/empty-state';
import { FormSection } from '../../../components/form-section';
import { useListParams } from '../../../components/list-params';
import { ResourceList, type Column } from '../../../components/resource-list';
import { StatusBadge } from '../../../components/status-badge';
import { useDialog } from '../../../components/use-dialog';
import { When } from '../../../components/when';
import { applicationQuery } from '../applications.queries';
import { DeliveryDialog } from './delivery-dialog';
import { ReplayDialog } from './replay-dialog';
import { deliveriesQuery, type Delivery } from './webhook.queries';
import { DELIVERY_STATUSES, DELIVERY_TYPES, isDeliveryStatus, isDeliveryType, outcomeOf } from './webhook.words';

const FILTERS = ['status', 'event_type'] as const;

/** Every event that was sent to an application or waits to be, newest first; filtered in the address. */
export function DeliveryLog({ applicationId: id, hasWebhook }: { applicationId: string; hasWebhook: boolean }) {
  const params = useListParams(FILTERS);
  const { limit, offset, filters } = params;
  const status = isDeliveryStatus(filters.status) ? filters.status : undefined;
  const event_type = isDeliveryType(filters.event_type) ? filters.event_type : undefined;
  const query = useQuery(
    deliveriesQuery(id, { limit, offset, ...(status && { status }), ...(event_type && { event_type }) }),
  );
  const client = useQueryClient();
  const attempts = query.data?.results.reduce((sum, { attempt_count }) => sum + attempt_count, 0) ?? 0;
  useEffect(() => {
    // The state of the webhook, on the same page, follows from what is attempted.
    if (attempts > 0) void client.invalidateQueries({ queryKey: applicationQuery(id).queryKey });
  }, [attempts, id, client]);
  const one = useDialog('delivery');
  const replay = useDialog('replay');
  return (
    <FormSection
      title="Deliveries"
      description={
        <Stack gap="sm" align="flex-start">
          <Text size="sm" inherit>
            Each event that was sent or waits to be sent, with every attempt. They are kept for 30 days.
          </Text>
          {hasWebhook && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRotate size={14} aria-hidden />}
              onClick={() => replay.open()}
            >
              Send all since a time again
            </Button>
          )}
        </Stack>
      }
      isWide
    >
      <ResourceList
        label="Deliveries"
        query={query}
        params={params}
        columns={columns(one.open)}
        keyOf={({ id: delivery }) => delivery}
        toolbar={
          <>
            <Select
              label="Status"
              placeholder="Any status"
              data={Object.entries(DELIVERY_STATUSES).map(([value, label]) => ({ value, label }))}
              value={status ?? null}
              onChange={(value) => params.setFilter('status', value)}
              clearable
              clearButtonProps={{ 'aria-label': 'Any status' }}
            />
            <Select
              label="Event"
              placeholder="Any event"
              data={DELIVERY_TYPES}
              value={event_type ?? null}
              onChange={(value) => params.setFilter('event_type', value)}
              clearable
              clearButtonProps={{ 'aria-label': 'Any event' }}
            />
          </>
        }
        empty={
          <EmptyState
            title="Nothing was sent yet"
            Icon={IconSend}
            hint={
              hasWebhook
                ? 'What happens from now on is sent, and stands here. A test event shows how it looks.'
                : 'Set up the webhook above, and what happens from then on stands here.'
            }
          />
        }
      />
      <DeliveryDialog applicationId={id} dialog={one} />
      <ReplayDialog applicationId={id} dialog={replay} />
    </FormSection>
  );
}

function columns(open: (id: string) => void): readonly Column<Delivery>[] {
  return [
    {
      title: 'Event',
      cell: ({ id, event_type }) => (
        <Button variant="subtle" size="compact-sm" px={0} className="mono" onClick={() => open(id)}>
          {event_type}
        </Button>
      ),
    },
    { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Attempts', cell: ({ attempt_count }) => attempt_count, isNumeric: true },
    { title: 'Last answer', cell: ({ last_attempt }) => outcomeOf(last_attempt) },
    { title: 'When', cell: ({ created_at }) => <When at={created_at} /> },
  ];
}
