import { Anchor, Badge, Group, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import { Panel } from '../../components/columns';
import { counted, formatMoney, formatNumber, formatPrice } from '../../components/format';
import { Thumbnail } from '../../components/thumbnail';
import { volumesInWords } from './labels';
import { LineFields } from './line-fields';
import type { OrderDetails } from './orders.queries';

type Item = OrderDetails['items'][number];

/** What was bought, with pictures, prices and volumes, and what it comes to. */
export function OrderItems({ order }: { order: OrderDetails }) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  const { items, order_number: number, currency_code: currency } = order;
  const label = `Products of order ${number}`;
  return (
    <Panel title="Products">
      {isNarrow ? (
        <Stack component="ul" className="plain-list" gap="md" p={0} m={0} aria-label={label}>
          {items.map((item) => (
            <li key={item.id}>
              <Product orderId={order.id} item={item} />
              <Group justify="space-between" mt={6} gap="xs" wrap="nowrap">
                <Text size="sm" c="dimmed">
                  {formatPrice(item.unit_price, currency)} × {formatNumber(item.quantity)}
                </Text>
                <Text fw={600} className="numeric">
                  {formatMoney(item.price, currency)}
                </Text>
              </Group>
            </li>
          ))}
        </Stack>
      ) : (
        <Table verticalSpacing="sm" horizontalSpacing="xs" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Product</Table.Th>
              <Table.Th scope="col" ta="end">
                Unit price
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Quantity
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Price
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td>
                  <Product orderId={order.id} item={item} />
                </Table.Td>
                <Table.Td className="numeric">
                  {formatPrice(item.unit_price, currency)}
                  <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                    {item.wholesale_price === null
                      ? 'wholesale price not known'
                      : `${formatPrice(item.wholesale_price, currency)} wholesale`}
                  </Text>
                </Table.Td>
                <Table.Td className="numeric">{formatNumber(item.quantity)}</Table.Td>
                <Table.Td className="numeric" fw={600}>
                  {formatMoney(item.price, currency)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Sums order={order} />
    </Panel>
  );
}

function Product({ orderId, item }: { orderId: number; item: Item }) {
  const { line_item_label: label, sku, bundle_id: bundle, image, returned } = item;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Thumbnail address={image} />
      <Stack gap={0} style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Anchor component={Link} to={`/bundles/${encodeURIComponent(bundle)}`} fw={500}>
            {label}
          </Anchor>
          {returned > 0 && (
            <Badge variant="light" color="orange" tt="none" fw={600}>
              {counted(returned, 'piece')} returned
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" className="mono">
          {sku}
        </Text>
        <Text size="xs" c="dimmed">
          {volumesInWords(item)}
        </Text>
        <LineFields orderId={orderId} item={item} />
      </Stack>
    </Group>
  );
}

const ROWS = [
  ['Business volume', 'business_volume'],
  ['Points', 'points'],
  ['Cumulative volume', 'cumulative_volume'],
] as const;

/** Price and volumes of all, of what came back, and of what is left. */
function Sums({ order: { totals, returned_totals: returned, currency_code: currency } }: { order: OrderDetails }) {
  const money = (value: number): string => formatMoney(value, currency);
  const columns =
    returned.quantity === 0
      ? [['Bought', 1, 0] as const]
      : [['Bought', 1, 0] as const, ['Returned', 0, -1] as const, ['Left', 1, -1] as const];
  const figure = (bought: number, back: number, [, plus, minus]: (typeof columns)[number]): number =>
    // Amounts have four decimals at most.
    Math.round((bought * plus + back * minus) * 10_000) / 10_000;
  return (
    <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing="xs" mt="sm" aria-label="Totals">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" fw={400} c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {counted(totals.quantity, 'piece')}
          </Table.Th>
          {columns.map(([title]) => (
            <Table.Th key={title} scope="col" ta="end" fw={400} c="dimmed">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ROWS.map(([title, key]) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={400} style={{ whiteSpace: 'nowrap' }}>
              {title}
            </Table.Th>
            {columns.map((column) => (
              <Table.Td key={column[0]} className="numeric">
                {formatNumber(figure(totals[key], returned[key], column))}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row" fw={650} style={{ whiteSpace: 'nowrap' }}>
            Total price
          </Table.Th>
          {columns.map((column) => (
            <Table.Td key={column[0]} className="numeric" fw={650}>
              {money(figure(totals.price, returned.price, column))}
            </Table.Td>
          ))}
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
