import { Divider, Group, List, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Panel } from '../../components/two-columns';
import { formatMoney } from '../../components/format';
import { When } from '../../components/when';
import { volumesInWords } from './labels';
import type { OrderDetails } from './orders.queries';
import { plural, t } from '../../i18n/t';

/** What came back of an order: the money to give back, and the volumes that were taken back. */
export function OrderReturns({ order }: { order: OrderDetails }) {
  const { items, currency_code: currency, returned_totals: all } = order;
  const labels = new Map(items.map(({ id, line_item_label: label }) => [id, label]));
  const moves = order.moves.filter(({ returned_totals: totals }) => totals !== null);
  if (all.quantity === 0) return null;
  return (
    <Panel
      title={t('Returns')}
      action={
        <Text size="sm" c="dimmed">
          {plural(all.quantity, '{{count}} piece', '{{count}} pieces')}
        </Text>
      }
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>{t('Money to give back')}</Text>
          <Text size="sm" c="dimmed">
            {t('Volumes taken back: {{volumes}}', { volumes: volumesInWords(all) })}
          </Text>
        </div>
        <Text fw={650} fz="lg" className="numeric">
          {formatMoney(all.price, currency)}
        </Text>
      </Group>
      <Stack gap="sm" mt="sm">
        {moves.map((move, index) => (
          <Fragment key={index}>
            <Divider />
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <div>
                <Text size="sm" c="dimmed">
                  <When at={move.at} />
                </Text>
                <List size="sm" aria-label={t('Returned pieces')} listStyleType="none">
                  {move.returned_items.map(({ id, quantity }) => (
                    <List.Item key={id}>{`${quantity} × ${labels.get(id) ?? ''}`}</List.Item>
                  ))}
                </List>
                {move.reason !== null && (
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    “{move.reason}”
                  </Text>
                )}
              </div>
              <Text size="sm" className="numeric">
                {formatMoney(move.returned_totals?.price ?? 0, currency)}
              </Text>
            </Group>
          </Fragment>
        ))}
      </Stack>
    </Panel>
  );
}
