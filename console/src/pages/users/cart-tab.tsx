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
import { t } from '../../i18n/t';

/** The cart of a user, at current prices and volumes. */
export function CartTab() {
  const { uid, username } = useUser();
  const { data, error, isPending, refetch } = useQuery(cartQuery(uid));
  if (isPending) return <Skeleton height={240} role="status" aria-label={t('Loading the cart')} />;
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (data.cartitems.length === 0)
    return (
      <EmptyState
        title={t('The cart is empty')}
        hint={t(
          '{{username}} has added nothing since the last order. Only {{username}}, or an API admin on their behalf, can add products.',
          { username },
        )}
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
          {t('Unavailable products can no longer be bought, and are not in the totals.')}
        </Text>
      )}
      <LineTable
        label={t('Cart of {{username}}', { username })}
        lines={cartitems.map(lineOf)}
        currency={currency_code}
      />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t(
            'Cart {{cart_id}}, version {{version}} (it increases with every change). This view was recorded in the audit log.',
            { cart_id: cart_id ?? '', version: formatNumber(version) },
          )}
        </Text>
      </Group>
    </Stack>
  );
}

function lineOf(item: Schemas['CartItemView']): Line {
  const { id, line_item_label: label, quantity, unit_price, price, data, status } = item;
  return { ...data, id, label, quantity, unit_price, price, isUnavailable: status === 'unavailable' };
}
