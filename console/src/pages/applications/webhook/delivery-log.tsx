import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconRotate, IconSend } from '@tabler/icons-react';
import { useEffect } from 'react';
import { EmptyState } from '#console/components/empty-state';
import { FormSection } from '#console/components/form-section';
import { pageOf, useList } from '#console/components/list-params';
import { ListToolbar } from '#console/components/list-toolbar';
import { May } from '#console/components/may';
import { ResourceList, type Column } from '#console/components/resource-list';
import { useDialog } from '#console/components/use-dialog';
import { applicationQuery } from '../applications.queries';
import { DELIVERY_COLUMNS } from './delivery-columns';
import { DeliveryDialog } from './delivery-dialog';
import { useDeliveryFilters } from './delivery-filters';
import { ReplayDialog } from './replay-dialog';
import { deliveriesQuery, type Delivery, type Webhook } from './webhook.queries';
import { whenLogged } from './webhook.labels';
import { t } from '#console/i18n/t';

/** All sent and pending events of an application, newest first; filters are kept in the URL. */
export function DeliveryLog({ applicationId: id, webhook }: { applicationId: string; webhook: Webhook | null }) {
  const list = useList(useDeliveryFilters());
  const query = useQuery(deliveriesQuery(id, pageOf(list)));
  const client = useQueryClient();
  const attempts = query.data?.results.reduce((sum, { attempt_count }) => sum + attempt_count, 0) ?? 0;
  useEffect(() => {
    // Attempts may change the status of the webhook, shown on the same page.
    if (attempts > 0) void client.invalidateQueries({ queryKey: applicationQuery(id).queryKey });
  }, [attempts, id, client]);
  const one = useDialog('delivery');
  const replay = useDialog('replay');
  return (
    <FormSection
      title={t('Deliveries')}
      description={
        <Stack gap="sm" align="flex-start">
          <Text size="sm" inherit>
            {t('All sent and pending events, with their attempts. They are kept for 30 days.')}
          </Text>
          {webhook !== null && (
            <May do="deliveries.write">
              <Button
                variant="default"
                size="xs"
                leftSection={<IconRotate size={14} aria-hidden />}
                onClick={() => replay.open()}
              >
                {t('Resend events')}
              </Button>
            </May>
          )}
        </Stack>
      }
      isWide
    >
      <ResourceList
        label={t('Deliveries')}
        query={query}
        params={list}
        columns={columns(one.open)}
        keyOf={({ id: delivery }) => delivery}
        toolbar={<ListToolbar list={list} />}
        csv={{ path: `applications/${id}/deliveries/`, asked: list.narrowed }}
        empty={<EmptyState title={t('No deliveries yet')} Icon={IconSend} hint={whenLogged(webhook)} />}
      />
      <DeliveryDialog applicationId={id} dialog={one} />
      <ReplayDialog applicationId={id} dialog={replay} />
    </FormSection>
  );
}

function columns(open: (id: string) => void): readonly Column<Delivery>[] {
  return [
    {
      title: t('Event'),
      cell: ({ id, event_type }) => (
        <Anchor component="button" type="button" fw={600} ta="start" className="mono" onClick={() => open(id)}>
          {event_type}
        </Anchor>
      ),
    },
    ...DELIVERY_COLUMNS,
  ];
}
