import { Anchor, Badge, Group, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import { NumberTh } from '../../components/number-th';
import { Panel } from '../../components/two-columns';
import { formatMoney, formatNumber, formatPrice } from '../../components/format';
import { Thumbnail } from '../../components/thumbnail';
import { volumesInWords } from './labels';
import { LineFields } from './line-fields';
import type { OrderDetails } from './orders.queries';
import { plural, t } from '../../i18n/t';

type Item = OrderDetails['items'][number];

/** What was bought, with pictures, prices and volumes, and what it comes to. */
export function OrderItems({ order }: { order: OrderDetails }) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  const { items, order_number: number, currency_code: currency } = order;
  const label = t('Products of order {{number}}', { number });
  return (
    <Panel title={t('Products')}>
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
              <Table.Th scope="col">{t('Product')}</Table.Th>
              <NumberTh>{t('Unit price')}</NumberTh>
              <NumberTh>{t('Quantity')}</NumberTh>
              <NumberTh>{t('Price')}</NumberTh>
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
                      ? t('wholesale price not known')
                      : t('{{wholesale_price}} wholesale', {
                          wholesale_price: formatPrice(item.wholesale_price, currency),
                        })}
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
              {plural(returned, '{{count}} piece returned', '{{count}} pieces returned')}
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
  [t('Business volume'), 'business_volume'],
  [t('Points'), 'points'],
  [t('Cumulative volume'), 'cumulative_volume'],
] as const;

/** Price and volumes of all, of what came back, and of what is left. */
function Sums({ order: { totals, returned_totals: returned, currency_code: currency } }: { order: OrderDetails }) {
  const money = (value: number): string => formatMoney(value, currency);
  const columns =
    returned.quantity === 0
      ? [[t('Bought'), 1, 0] as const]
      : [
          [t('Bought'), 1, 0] as const,
          [t('Returned'), 0, -1] as const,
          [t('Left', { context: 'remaining' }), 1, -1] as const,
        ];
  const figure = (bought: number, back: number, [, plus, minus]: (typeof columns)[number]): number =>
    // Amounts have four decimals at most.
    Math.round((bought * plus + back * minus) * 10_000) / 10_000;
  return (
    <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing="xs" mt="sm" aria-label={t('Totals')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" fw={400} c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {plural(totals.quantity, '{{count}} piece', '{{count}} pieces')}
          </Table.Th>
          {columns.map(([title]) => (
            <NumberTh key={title} fw={400} c="dimmed">
              {title}
            </NumberTh>
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
            {t('Total price')}
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
