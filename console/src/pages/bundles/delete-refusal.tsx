import { Alert, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { formatNumber } from '../../components/format';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { bundleQuery, type Bundle, type DeleteImpact } from './bundles.queries';

interface DeleteRefusalProps {
  bundle: Bundle;
  impact: DeleteImpact;
  onClose: () => void;
}

/** Says which carts and orders hold a bundle, and what can be done instead of deleting it. */
export function DeleteRefusal({ bundle: { bundle_id, status }, impact, onClose }: DeleteRefusalProps) {
  const client = useQueryClient();
  const { open_carts, open_orders, completed_orders, holders } = impact;
  const count = open_carts + open_orders + completed_orders;
  const { mutate, isPending } = useChange({
    run: () =>
      dataOf(
        api.PATCH('/admin/api/bundles/{bundle_id}/', {
          params: { path: { bundle_id } },
          body: { status: 'inactive' },
        }),
      ),
    refreshes: [['bundles', 'list']],
    done: 'The bundle is inactive now: nobody can buy it.',
    onDone: (saved) => {
      client.setQueryData(bundleQuery(bundle_id).queryKey, saved);
      onClose();
    },
  });
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="This bundle cannot be deleted now">
        It is held by {words(impact)}.
        {completed_orders > 0 && ' What was bought once stays in the catalogue, so that its orders can be understood.'}
      </Alert>
      <Table.ScrollContainer minWidth={420} mah={320}>
        <Table aria-label="Carts and orders that hold the bundle" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Held by</Table.Th>
              <Table.Th scope="col">Of</Table.Th>
              <Table.Th scope="col">Status</Table.Th>
              <Table.Th scope="col">Changed</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {holders.map((holder) => (
              <Table.Tr key={holder.id}>
                <Table.Td>
                  <Anchor component={Link} to={pathOf(holder)} size="sm">
                    {holder.order_number ?? 'A cart'}
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <Anchor component={Link} to={`/users/${holder.uid}`} size="sm">
                    {holder.username}
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <StatusBadge status={holder.status} />
                </Table.Td>
                <Table.Td>
                  <When at={holder.changed_at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {count > holders.length && (
        <Text size="sm" c="dimmed">
          And {formatNumber(count - holders.length)} more.
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {status === 'active' && (
          <Button onClick={() => mutate()} loading={isPending}>
            Set it inactive instead
          </Button>
        )}
      </Group>
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
    counted(open_carts, 'cart'),
    counted(open_orders, 'open order'),
    counted(completed_orders, 'completed order'),
  ].filter((part) => part !== undefined);
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function counted(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
