import { Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personQuery } from '../../api/person';
import { DescriptionList } from '../../components/description-list';
import { formatMoney, formatNumber } from '../../components/format';
import { OrderLink } from '../../components/order-link';
import { UserLink } from '../../components/person';
import type { Dialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { KIND_TEXTS, kindOf } from './labels';
import { soldOrderQuery, type Volume } from './volumes.queries';
import { rich } from '../../i18n/rich';
import { t } from '../../i18n/t';

/** All that the ledger knows of a row. */
export function RowDialog({ row, dialog }: { row: Volume | undefined; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen && row !== undefined}
      onClose={dialog.close}
      title={row === undefined ? t('Row') : t('{{row}}, row {{id}}', { row: kindOf(row), id: row.id })}
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
          [t('Member'), <UserLink key="member" uid={row.uid} name={row.username} inherit />],
          [t('Counts at'), <When key="at" at={row.at} />],
          [t('Business volume'), formatNumber(row.business_volume)],
          [t('Points'), formatNumber(row.points)],
          [t('Cumulative volume'), formatNumber(row.cumulative_volume)],
          [t('Recorded'), <When key="recorded" at={row.recorded_at} />],
          ...known(t('Quantity'), row.quantity, formatNumber),
          ...known(t('Price'), row.price, (price) => formatMoney(price, currency)),
          ...known(t('Wholesale price'), row.wholesale_price, (price) => formatMoney(price, currency)),
          ...known(t('Order'), row.order_id, (id) => (
            <OrderLink key="order" id={id} number={row.order_number} inherit />
          )),
          ...known(t('Product'), product ?? null, (label) => label),
          ...known(t('Takes back'), row.takes_back_id, (id) => (
            <>{rich('Row {{id}}, of <when/>', { id, when: <When at={row.takes_back_at} /> })}</>
          )),
          ...known(t('Moves'), row.moved_id, (id) => (
            <>{t('Row {{id}}, of a position that was merged or handed over', { id })}</>
          )),
          ...known(t('External id'), row.external_id, (id) => <span className="mono">{id}</span>),
          ...known(t('Entered by'), row.by_uid, (uid) => <Entered by={uid} />),
        ]}
      />
      {row.reason !== null && (
        <div>
          <Text size="sm" c="dimmed">
            {t('Reason')}
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
  return <UserLink uid={by} name={data?.username} inherit />;
}
