import { Anchor, Card, Group, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import { formatMoney, formatNumber, formatPrice } from './format';
import { NumberTh } from './number-th';
import { StatusBadge } from './status-badge';
import { t } from '../i18n/t';

/** A line of a cart; all amounts except the prices of one piece are line totals. */
export interface Line {
  id: number;
  label: string;
  sku: string;
  bundle_id: string;
  quantity: number;
  unit_price: number;
  price: number;
  business_volume: number;
  points: number;
  cumulative_volume: number;
  /** It can no longer be bought, and is not in the totals. */
  isUnavailable?: boolean;
}

interface LineTableProps {
  /** Label for screen readers. */
  label: string;
  lines: readonly Line[];
  currency: string;
}

interface LineColumn {
  title: string;
  cell: (line: Line, currency: string) => string;
}

const COLUMNS: readonly LineColumn[] = [
  { title: t('Quantity'), cell: ({ quantity }) => formatNumber(quantity) },
  { title: t('Unit price'), cell: ({ unit_price }, currency) => formatPrice(unit_price, currency) },
  { title: t('Price'), cell: ({ price }, currency) => formatMoney(price, currency) },
  { title: t('Business volume'), cell: ({ business_volume }) => formatNumber(business_volume) },
  { title: t('Points'), cell: ({ points }) => formatNumber(points) },
  { title: t('Cumulative volume'), cell: ({ cumulative_volume }) => formatNumber(cumulative_volume) },
];

/** The lines of a cart: a table, or cards on a narrow screen. */
export function LineTable({ label, lines, currency }: LineTableProps) {
  const isNarrow = useMediaQuery('(max-width: 61.99em)') ?? false;
  if (isNarrow)
    return (
      <Stack component="ul" gap="sm" p={0} m={0} aria-label={label} style={{ listStyle: 'none' }}>
        {lines.map((line) => (
          <LineCard key={line.id} line={line} currency={currency} />
        ))}
      </Stack>
    );
  return (
    <Card withBorder padding={0}>
      <Table.ScrollContainer minWidth={720}>
        <Table verticalSpacing="sm" horizontalSpacing="sm" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" miw={170}>
                {t('Product')}
              </Table.Th>
              {COLUMNS.map(({ title }) => (
                <NumberTh key={title}>{title}</NumberTh>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.id}>
                <Table.Td>
                  <Product line={line} />
                </Table.Td>
                {COLUMNS.map(({ title, cell }) => (
                  <Table.Td key={title} className="numeric">
                    {cell(line, currency)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

function LineCard({ line, currency }: { line: Line; currency: string }) {
  return (
    <Card component="li" withBorder padding="md">
      <Product line={line} />
      <Stack component="dl" gap={6} m={0} mt="xs">
        {COLUMNS.map(({ title, cell }) => (
          <Group key={title} justify="space-between" gap="md" wrap="nowrap">
            <Text component="dt" size="sm" c="dimmed">
              {title}
            </Text>
            <Text component="dd" size="sm" m={0} className="numeric">
              {cell(line, currency)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

function Product({ line: { label, sku, bundle_id, isUnavailable = false } }: { line: Line }) {
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Anchor component={Link} to={`/bundles/${encodeURIComponent(bundle_id)}`} fw={600}>
          {label}
        </Anchor>
        {isUnavailable && <StatusBadge status="unavailable" />}
      </Group>
      <Text size="sm" c="dimmed" className="mono">
        {sku}
      </Text>
    </Stack>
  );
}
