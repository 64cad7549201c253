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
import { t } from '../../i18n/t';

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
          {t('Volumes in the ledger')}
        </Title>
        <Anchor component={Link} to={`/volumes?order_id=${id}`} size="sm">
          {count > SHOWN
            ? t('All {{rows}} rows in the volume ledger', { rows: formatNumber(count) })
            : t('In the volume ledger')}
        </Anchor>
      </Group>
      <ResourceList
        label={t('Volumes of order {{number}}', { number })}
        query={{ ...query, data: query.data && { ...query.data, count: rows.length } }}
        params={{ page: 1, setPage: () => undefined, isNarrowed: false, clear: () => undefined }}
        columns={columns(lines, rows, dialog.open)}
        keyOf={(row) => row.id}
        empty={
          <EmptyState
            title={t('No volumes')}
            hint={t('An order has a row for each of its lines as soon as it is paid.')}
          />
        }
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
      title: t('Kind'),
      cell: (row) => (
        <RowButton
          id={row.id}
          text={kindOf(row)}
          label={t('{{row}}, row {{id}}', { row: kindOf(row), id: row.id })}
          open={open}
        />
      ),
    },
    { title: t('Product'), cell: ({ line_id }) => labels.get(line_id ?? 0) },
    { title: t('Counts at'), cell: ({ at }) => <When at={at} /> },
    {
      title: t('Takes back'),
      cell: ({ takes_back_id: taken }) => {
        if (taken === null) return '';
        const isShown = rows.some(({ id }) => id === taken);
        return isShown ? (
          <RowButton
            id={taken}
            text={t('Row {{taken}}', { taken })}
            label={t('Row {{taken}}, which was taken back', { taken })}
            open={open}
          />
        ) : (
          <Text component="span" size="sm">
            {t('Row {{taken}}', { taken })}
          </Text>
        );
      },
    },
    { title: t('Quantity'), cell: ({ quantity }) => formatNumber(quantity ?? 0), isNumeric: true },
    { title: t('Business volume'), cell: ({ business_volume }) => formatNumber(business_volume), isNumeric: true },
    { title: t('Points'), cell: ({ points }) => formatNumber(points), isNumeric: true },
    {
      title: t('Cumulative volume'),
      cell: ({ cumulative_volume }) => formatNumber(cumulative_volume),
      isNumeric: true,
    },
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
