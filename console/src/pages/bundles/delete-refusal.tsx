import { Alert, Anchor, Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DialogFooter } from '../../components/dialog-footer';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { UserLink } from '../../components/person';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { bundleQuery, type Bundle, type DeleteImpact } from './bundles.queries';
import { rich } from '../../i18n/rich';
import { plural, t } from '../../i18n/t';

interface DeleteRefusalProps {
  bundle: Bundle;
  impact: DeleteImpact;
  onClose: () => void;
}

/** Lists the carts and orders that contain a bundle, and offers to deactivate it instead. */
export function DeleteRefusal({ bundle: { bundle_id, status }, impact, onClose }: DeleteRefusalProps) {
  const client = useQueryClient();
  const { open_carts, open_orders, completed_orders, holders } = impact;
  const count = open_carts + open_orders + completed_orders;
  const { mutate, isPending } = useChange({
    run: () =>
      dataOf(
        api.PATCH('/admin/api/bundles/{bundle_id}/', { params: { path: { bundle_id } }, body: { status: 'inactive' } }),
      ),
    refreshes: [['bundles', 'list']],
    done: t('The bundle is now inactive and cannot be bought.'),
    onDone: (saved) => {
      client.setQueryData(bundleQuery(bundle_id).queryKey, saved);
      onClose();
    },
  });
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('This bundle cannot be deleted')}>
        {t('It is in {{impact}}.', { impact: words(impact) })}
        {completed_orders > 0 &&
          ` ${t('Bundles that were bought stay in the catalogue, because their orders refer to them.')}`}
      </Alert>
      <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Stack
          component="ul"
          gap="xs"
          p={0}
          m={0}
          aria-label={t('Carts and orders that contain the bundle')}
          style={{ listStyle: 'none' }}
        >
          {holders.map((holder) => (
            <Group component="li" key={holder.id} justify="space-between" wrap="nowrap">
              <div>
                <Anchor component={Link} to={pathOf(holder)} fw={600}>
                  {holder.order_number ?? t('Cart')}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {rich('Of <link/>, changed <when/>', {
                    link: <UserLink uid={holder.uid} name={holder.username} inherit underline="always" />,
                    when: <When at={holder.changed_at} />,
                  })}
                </Text>
              </div>
              <StatusBadge status={holder.status} />
            </Group>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      {count > holders.length && (
        <Text size="sm" c="dimmed">
          {plural(count - holders.length, 'And {{count}} more.', 'And {{count}} more.')}
        </Text>
      )}
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
        {status === 'active' && (
          <Button onClick={() => mutate()} loading={isPending}>
            {t('Deactivate instead')}
          </Button>
        )}
      </DialogFooter>
    </Stack>
  );
}

/** Where a cart or an order is shown. */
function pathOf({ id, status, uid }: DeleteImpact['holders'][number]): string {
  return status === 'cart' ? `/users/${uid}/cart` : `/orders/${id}`;
}

/** `1 cart, 2 open orders and 3 completed orders`. */
function words({ open_carts, open_orders, completed_orders }: DeleteImpact): string {
  const parts = [
    ...(open_carts === 0 ? [] : [plural(open_carts, '{{count}} cart', '{{count}} carts')]),
    ...(open_orders === 0 ? [] : [plural(open_orders, '{{count}} open order', '{{count}} open orders')]),
    ...(completed_orders === 0
      ? []
      : [plural(completed_orders, '{{count}} completed order', '{{count}} completed orders')]),
  ];
  return parts.length < 2
    ? parts.join('')
    : t('{{most}} and {{last}}', { most: parts.slice(0, -1).join(', '), last: parts.at(-1)! });
}
