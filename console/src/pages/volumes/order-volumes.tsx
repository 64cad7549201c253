import { Anchor, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { formatNumber } from '../../components/format';
import { ResourceList, type Column } from '../../components/resource-list';
import { useDialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { kindOf } from './labels';
import { RowDialog } from './row-dialog';
import { volumesQuery, type Volume } from './volumes.queries';

/** Rows that the page of an order shows; the ledger has the rest. */
const SHOWN = 100;

interface OrderVolumesProps {
  id: number;
  number: string;
  /** What the lines sell. */
  lines: readonly { id: number; line_item_label: string }[];
}

/** The rows of the volume ledger that an order has made: sales, and what was taken back of them. */
export function OrderVolumes({ id, number, lines }: OrderVolumesProps) {
  const query = useQuery(volumesQuery({ limit: SHOWN, offset: 0, order_id: id }));
  const dialog = useDialog('row');
  const rows = query.data?.results ?? [];
  const count = query.data?.count ?? 0;
  return (
    <section aria-labelledby="volumes">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="volumes">
          Volumes in the ledger
        </Title>
        <Anchor component={Link} to={`/volumes?order_id=${id}`} size="sm">
          {count > SHOWN ? `All ${formatNumber(count)} rows in the volume ledger` : 'In the volume ledger'}
        </Anchor>
      </Group>
      <ResourceList
        label={`Volumes of order ${number}`}
        query={{ ...query, data: query.data && { ...query.data, count: rows.length } }}
        params={{ page: 1, setPage: () => undefined, isNarrowed: false, clear: () => undefined }}
        columns={columns(lines, rows, dialog.open)}
        keyOf={(row) => row.id}
        empty={<EmptyState title="No volumes" hint="An order has a row for each of its lines as soon as it is paid." />}
      />
      <RowDialog row={rows.find((row) => String(row.id) === dialog.subject)} dialog={dialog} />
    </section>
  );
}

function columns(
  lines: OrderVolumesProps['lines'],
  rows: readonly Volume[],
  open: (id: string) => void,
): readonly Column<Volume>[] {
  const labels = new Map(lines.map((line) => [line.id, line.line_item_label]));
  return [
    {
      title: 'Kind',
      cell: (row) => <RowButton id={row.id} text={kindOf(row)} label={`${kindOf(row)}, row ${row.id}`} open={open} />,
    },
    { title: 'Product', cell: ({ line_id }) => labels.get(line_id ?? 0) },
    { title: 'Counts at', cell: ({ at }) => <When at={at} /> },
    {
      title: 'Takes back',
      cell: ({ takes_back_id: taken }) => {
        if (taken === null) return '';
        const isShown = rows.some(({ id }) => id === taken);
        return isShown ? (
          <RowButton id={taken} text={`Row ${taken}`} label={`Row ${taken}, which was taken back`} open={open} />
        ) : (
          <Text component="span" size="sm">{`Row ${taken}`}</Text>
        );
      },
    },
    { title: 'Quantity', cell: ({ quantity }) => formatNumber(quantity ?? 0), isNumeric: true },
    { title: 'Business volume', cell: ({ business_volume }) => formatNumber(business_volume), isNumeric: true },
    { title: 'Points', cell: ({ points }) => formatNumber(points), isNumeric: true },
    { title: 'Cumulative volume', cell: ({ cumulative_volume }) => formatNumber(cumulative_volume), isNumeric: true },
  ];
}

/** Opens a row. */
function RowButton({ id, text, label, open }: { id: number; text: string; label: string; open: (id: string) => void }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      fw={600}
      ta="start"
      aria-label={label}
      onClick={() => open(String(id))}
    >
      {text}
    </Anchor>
  );
}
