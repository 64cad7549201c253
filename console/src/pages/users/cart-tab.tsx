import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconShoppingCart } from '@tabler/icons-react';
import type { Schemas } from '../../api/client';
import { EmptyState } from '../../components/empty-state';
import { FailureState } from '../../components/failure-state';
import { formatNumber } from '../../components/format';
import { LineTable, type Line } from '../../components/line-table';
import { Totals } from '../../components/totals';
import { useUser } from './use-user';
import { cartQuery } from './users.queries';

/** The cart of a user, at current prices and volumes. */
export function CartTab() {
  const { uid, username } = useUser();
  const { data, error, isPending, refetch } = useQuery(cartQuery(uid));
  if (isPending) return <Skeleton height={240} role="status" aria-label="Loading the cart" />;
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (data.cartitems.length === 0)
    return (
      <EmptyState
        title="The cart is empty"
        hint={`${username} has added nothing since the last order. Only ${username}, or an API admin on their behalf, can add products.`}
        Icon={IconShoppingCart}
      />
    );
  const { cartitems, totals, currency_code, cart_id, version } = data;
  const isPartly = cartitems.some(({ status }) => status === 'unavailable');
  return (
    <Stack gap="lg">
      <Totals totals={totals} currency={currency_code} />
      {isPartly && (
        <Text size="sm" c="dimmed">
          Unavailable products can no longer be bought, and are not in the totals.
        </Text>
      )}
      <LineTable label={`Cart of ${username}`} lines={cartitems.map(lineOf)} currency={currency_code} />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          Cart {cart_id}, version {formatNumber(version)} (it increases with every change). This view was recorded in
          the audit log.
        </Text>
      </Group>
    </Stack>
  );
}

function lineOf(item: Schemas['CartItemView']): Line {
  const { id, line_item_label: label, quantity, unit_price, price, data, status } = item;
  return { ...data, id, label, quantity, unit_price, price, isUnavailable: status === 'unavailable' };
}
