import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { personQuery } from '../../api/person';
import { DescriptionList } from '../../components/description-list';
import { formatMoney, formatNumber } from '../../components/format';
import type { Dialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { KIND_TEXTS, kindOf } from './labels';
import { soldOrderQuery, type Volume } from './volumes.queries';

/** All that the ledger knows of a row. */
export function RowDialog({ row, dialog }: { row: Volume | undefined; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen && row !== undefined}
      onClose={dialog.close}
      title={row === undefined ? 'Row' : `${kindOf(row)}, row ${row.id}`}
      size="lg"
    >
      {row !== undefined && <Row row={row} />}
    </Modal>
  );
}

type Entry = readonly [name: string, value: ReactNode];

function Row({ row }: { row: Volume }) {
  const { data: order } = useQuery({ ...soldOrderQuery(row.order_id ?? 0), enabled: row.order_id !== null });
  const currency = order?.currency_code ?? null;
  const product = order?.items.find(({ id }) => id === row.line_id)?.line_item_label;
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {KIND_TEXTS[row.kind]}
      </Text>
      <DescriptionList
        entries={[
          ['Member', <UserLink key="member" uid={row.uid} text={row.username} />],
          ['Counts at', <When key="at" at={row.at} />],
          ['Business volume', formatNumber(row.business_volume)],
          ['Points', formatNumber(row.points)],
          ['Cumulative volume', formatNumber(row.cumulative_volume)],
          ['Recorded', <When key="recorded" at={row.recorded_at} />],
          ...known('Quantity', row.quantity, formatNumber),
          ...known('Price', row.price, (price) => formatMoney(price, currency)),
          ...known('Wholesale price', row.wholesale_price, (price) => formatMoney(price, currency)),
          ...known('Order', row.order_id, (id) => (
            <Anchor component={Link} to={`/orders/${id}`} inherit>
              {row.order_number ?? `Order id ${id}`}
            </Anchor>
          )),
          ...known('Product', product ?? null, (label) => label),
          ...known('Takes back', row.takes_back_id, (id) => (
            <>
              Row {id}, of <When at={row.takes_back_at} />
            </>
          )),
          ...known('Moves', row.moved_id, (id) => <>Row {id}, of a position that was merged or handed over</>),
          ...known('External id', row.external_id, (id) => <span className="mono">{id}</span>),
          ...known('Entered by', row.by_uid, (uid) => <Entered by={uid} />),
        ]}
      />
      {row.reason !== null && (
        <div>
          <Text size="sm" c="dimmed">
            Reason
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {row.reason}
          </Text>
        </div>
      )}
    </Stack>
  );
}

/** An entry, unless its value is null. */
function known<Value>(name: string, value: Value | null, show: (value: Value) => ReactNode): readonly Entry[] {
  return value === null ? [] : [[name, show(value)]];
}

function Entered({ by }: { by: number }) {
  const { data } = useQuery(personQuery(by));
  return <UserLink uid={by} text={data?.username ?? `uid ${by}`} />;
}

function UserLink({ uid, text }: { uid: number; text: string }) {
  return (
    <Anchor component={Link} to={`/users/${uid}`} inherit>
      {text}
    </Anchor>
  );
}
