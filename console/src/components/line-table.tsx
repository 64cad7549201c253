import { Anchor, Card, Group, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import { formatMoney, formatNumber } from './format';
import { StatusBadge } from './status-badge';

/** A line of a cart or an order; amounts but the unit price are those of all its pieces. */
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
  /** It cannot be bought any more, and does not count. */
  isUnavailable?: boolean;
}

interface LineTableProps {
  /** Whose lines they are, for screen readers. */
  label: string;
  lines: readonly Line[];
  currency: string;
}

const TITLES = ['Pieces', 'Unit price', 'Price', 'Business volume', 'Points', 'Cumulative volume'] as const;

/** The lines of a cart or an order: a table, or cards on a narrow screen. */
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
        <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Product</Table.Th>
              {TITLES.map((title) => (
                <Table.Th key={title} scope="col" ta="end">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.id}>
                <Table.Td>
                  <Product line={line} />
                </Table.Td>
                {amountsOf(line, currency).map((amount, index) => (
                  <Table.Td key={TITLES[index]} className="numeric">
                    {amount}
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
        {amountsOf(line, currency).map((amount, index) => (
          <Group key={TITLES[index]} justify="space-between" gap="md" wrap="nowrap">
            <Text component="dt" size="sm" c="dimmed">
              {TITLES[index]}
            </Text>
            <Text component="dd" size="sm" m={0} className="numeric">
              {amount}
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

/** In the order of {@link TITLES}. */
function amountsOf(line: Line, currency: string): string[] {
  const { quantity, unit_price, price, business_volume, points, cumulative_volume } = line;
  return [
    formatNumber(quantity),
    formatMoney(unit_price, currency),
    formatMoney(price, currency),
    ...[business_volume, points, cumulative_volume].map(formatNumber),
  ];
}
