import { List, Modal, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailureState } from '#console/components/failure-state';
import { formatDate, formatMoney, formatNumber } from '#console/components/format';
import { NumberTh } from '#console/components/number-th';
import { OrderLink } from '#console/components/order-link';
import type { Dialog } from '#console/components/use-dialog';
import { bonusInWords } from '../labels';
import { explainedLineQuery, type ExplainedLine } from '../runs.queries';
import { t, within } from '#console/i18n/t';
import { inWords } from '#console/api/words';

interface LineDialogProps {
  runId: number;
  currency: string;
  /** Its subject is the number of the line. */
  dialog: Dialog;
}

/** Why a line is as it is: its formula, the way from the source up, and the orders that make its base. */
export function LineDialog({ runId, currency, dialog }: LineDialogProps) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={t('Why line {{subject}}?', { subject: dialog.subject ?? '' })}
      size="lg"
    >
      {dialog.subject !== null && <Line runId={runId} currency={currency} number={Number(dialog.subject) || 0} />}
    </Modal>
  );
}

function Line({ runId, currency, number }: { runId: number; currency: string; number: number }) {
  const { data, error, isPending, refetch } = useQuery(explainedLineQuery(runId, number));
  if (isPending) return <Skeleton height={160} role="status" aria-label={t('Loading the line')} />;
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  return <Found one={data} currency={currency} />;
}

function Found({ one: { formula, sentence, path, rows, lines }, currency }: { one: ExplainedLine; currency: string }) {
  return (
    <Stack>
      <div>
        <Text fw={600}>{formula}</Text>
        <Text size="sm">{sentence}</Text>
      </div>
      {path.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {t('Path through the upline')}
          </Text>
          <List size="sm" type="ordered">
            {path.map(({ username, sentence: step }, index) => (
              <List.Item key={index}>
                {username !== null && `${username}: `}
                {step}
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {rows.length > 0 && <Rows rows={rows} currency={rows.some(({ price }) => price !== null) ? currency : null} />}
      {lines.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {t('The lines that it is based on')}
          </Text>
          <List size="sm">
            {lines.map(({ number, bonus, source_username: source, amount }) => (
              <List.Item key={number}>
                {bonusInWords(bonus)}
                {source !== null && ` ${t('from {{source}}', { source })}`}: {formatMoney(amount, currency)}
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}

/** @param currency of a line that is paid on margins, which add up to its base */
function Rows({ rows, currency }: { rows: ExplainedLine['rows']; currency: string | null }) {
  const money = (amount: number | null): string => (amount === null ? '–' : formatMoney(amount, currency));
  return (
    <Table.ScrollContainer minWidth={380}>
      <Table verticalSpacing={6} aria-label={t('What was bought')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('What was bought')}</Table.Th>
            <Table.Th scope="col">{t('When')}</Table.Th>
            {(currency === null ? [t('Commissionable volume')] : [t('Price'), t('Wholesale price'), t('Margin')]).map(
              (name) => (
                <NumberTh key={name}>{name}</NumberTh>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, at, kind, order_id, order_number, volume, price, wholesale_price, margin }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {order_id === null ? (
                  within(inWords(kind))
                ) : (
                  <>
                    {kind === 'sale' ? t('Order') : t('{{kind}} of order', { kind: within(inWords(kind)) })}{' '}
                    <OrderLink id={order_id} number={order_number} inherit />
                  </>
                )}
              </Table.Td>
              <Table.Td>{formatDate(at)}</Table.Td>
              {(currency === null ? [formatNumber(volume)] : [price, wholesale_price, margin].map(money)).map(
                (figure, column) => (
                  <Table.Td key={column} className="numeric">
                    {figure}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
