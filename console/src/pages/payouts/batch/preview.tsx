import { Accordion, Alert, Group, Loader, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconUserCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FailureState } from '#console/components/failure-state';
import { formatMoney } from '#console/components/format';
import { UserLink } from '#console/components/person';
import { LEFT_OUT } from '../labels';
import { previewQuery, type LeftOut, type PayoutPreview } from '../payouts.queries';
import { plural, t } from '#console/i18n/t';

/** Which batch is meant. */
type Wanted = Pick<Parameters<typeof previewQuery>[0], 'minimum' | 'failed_of'>;

interface PreviewProps {
  preview: PayoutPreview;
  wanted: Wanted;
  /** Somebody came in or went since the preview. */
  onChanged: () => void;
}

/** Whom a batch would pay and how much, and who is left out and why; each part names its people. */
export function Preview({ preview, wanted, onChanged }: PreviewProps) {
  const { members, amount, currency_code: currency, left_out: leftOut, four_eyes: isBound } = preview;
  const [open, setOpen] = useState<string | null>(null);
  const parts = [
    { name: 'paid', label: t('Will be paid'), hint: t('The highest balance first.'), members, amount },
    ...leftOut.map((one) => ({ name: one.reason, ...LEFT_OUT[one.reason], ...one })),
  ];
  return (
    <Stack gap="md">
      <div>
        <Text fz={28} fw={650} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {formatMoney(amount, currency)}
        </Text>
        <Text size="sm" c="dimmed">
          {members === 0 ? t('Nothing is payable') : plural(members, 'for {{count}} member', 'for {{count}} members')}
        </Text>
      </div>
      <Accordion value={open} onChange={setOpen} chevronPosition="left">
        {parts
          .filter((part) => part.members > 0)
          .map((part) => (
            <Accordion.Item key={part.name} value={part.name}>
              <Accordion.Control>
                <Group justify="space-between" wrap="nowrap" gap="sm">
                  <Text size="sm" fw={part.name === 'paid' ? 600 : 400}>
                    {part.label}
                  </Text>
                  <Text size="sm" ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                    {`${plural(part.members, '{{count}} member', '{{count}} members')}, ${formatMoney(part.amount, currency)}`}
                  </Text>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <Text size="xs" c="dimmed" mb="xs">
                  {part.hint}
                </Text>
                {open === part.name && (
                  <People
                    wanted={wanted}
                    reason={part.name === 'paid' ? undefined : (part.name as LeftOut)}
                    currency={currency}
                    count={part.members}
                    preview={preview}
                    onChanged={onChanged}
                  />
                )}
              </Accordion.Panel>
            </Accordion.Item>
          ))}
      </Accordion>
      {isBound && members > 0 && (
        <Alert icon={<IconUserCheck aria-hidden />}>{t('Whoever makes the batch cannot release it.')}</Alert>
      )}
    </Stack>
  );
}

interface PeopleProps {
  wanted: Wanted;
  /** Undefined: those who are paid. */
  reason: LeftOut | undefined;
  currency: string;
  count: number;
  preview: PayoutPreview;
  onChanged: () => void;
}

const sumsOf = ({ members, amount, left_out }: PayoutPreview): string => JSON.stringify([members, amount, left_out]);

function People({ wanted, reason, currency, count, preview, onChanged }: PeopleProps) {
  const query = useQuery(previewQuery({ ...wanted, ...(reason && { reason }) }));
  const { data, error, isPlaceholderData, refetch } = query;
  const isOther = data !== undefined && !isPlaceholderData && sumsOf(data) !== sumsOf(preview);
  useEffect(() => {
    if (isOther) onChanged();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each difference
  }, [isOther]);
  if (error !== null) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (data === undefined || isPlaceholderData) return <Loader size="sm" aria-label={t('Loading people')} />;
  return (
    <>
      <Table.ScrollContainer minWidth={320} mah={260}>
        <Table aria-label={t('People')} verticalSpacing={6} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Member')}</Table.Th>
              <Table.Th ta="right">{t('Balance')}</Table.Th>
              <Table.Th ta="right">{t('Payable')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.people.map(({ uid, username, name, balance, payable }) => (
              <Table.Tr key={uid}>
                <Table.Td>
                  <UserLink uid={uid} name={username} tab="earnings" size="sm" />{' '}
                  <Text span size="xs" c="dimmed">
                    {name}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{formatMoney(balance, currency)}</Table.Td>
                <Table.Td ta="right">{formatMoney(payable, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {count > data.people.length && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('The first {{shown}} of {{all}}; the list of balances has all.', {
            shown: data.people.length,
            all: count,
          })}
        </Text>
      )}
    </>
  );
}
