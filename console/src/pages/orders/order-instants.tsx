import { Group, Stack, Text } from '@mantine/core';
import { When } from '../../components/when';
import type { Order } from './orders.queries';
import { t } from '../../i18n/t';

/** When an order reached its statuses. Those that it must have had at an unknown time are named too. */
export function OrderInstants({ order }: { order: Order }) {
  const { status, placed_at, paid_at, completed_at, cancelled_at } = order;
  const isPaid = status === 'paid' || status === 'completed' || status === 'returned';
  const entries = [
    [t('Placed'), placed_at, true],
    [t('Paid'), paid_at, isPaid],
    [t('Completed'), completed_at, status === 'completed'],
    [t('Cancelled'), cancelled_at, status === 'cancelled'],
  ] as const;
  return (
    <Stack component="dl" gap={6} m={0} mt="sm">
      {entries
        .filter(([, at, isSure]) => at !== null || isSure)
        .map(([name, at]) => (
          <Group key={name} justify="space-between" wrap="nowrap" gap="sm">
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="sm" m={0} ta="end">
              <When at={at} never={t('not known')} />
            </Text>
          </Group>
        ))}
    </Stack>
  );
}
