import { Button, Group, Modal, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '#console/api/client';
import { serviceQuery } from '#console/api/service';
import { useChange } from '#console/api/use-change';
import { DialogForm } from '#console/components/dialog-form';
import { FailureState } from '#console/components/failure-state';
import { formatPrice } from '#console/components/format';
import { instantOf, LAST_LOCAL_TIME } from '#console/components/local-time';
import { May } from '#console/components/may';
import { StatusBadge } from '#console/components/status-badge';
import type { Dialog } from '#console/components/use-dialog';
import { When } from '#console/components/when';
import { pricesQuery } from '../bundles.queries';
import { decimalProblem } from '../form/decimals';
import { t } from '#console/i18n/t';

interface PricesProps {
  bundleId: string;
  /** Of the variant. */
  sku: string;
}

/** What a variant has cost and will cost; a price is scheduled here, or cancelled before it holds. The dialog’s subject is the SKU. */
export function PricesDialog({ bundleId, dialog }: { bundleId: string; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={t('Prices of {{subject}}', { subject: dialog.subject ?? '' })}
      size="lg"
    >
      {dialog.subject !== null && (
        <Stack gap="lg">
          <History bundleId={bundleId} sku={dialog.subject} />
          <May do="bundles.write">
            <ScheduleForm bundleId={bundleId} sku={dialog.subject} onClose={dialog.close} />
          </May>
        </Stack>
      )}
    </Modal>
  );
}

function History({ bundleId, sku }: PricesProps) {
  const { data, error, refetch } = useQuery(pricesQuery(bundleId, sku));
  const currency = useQuery(serviceQuery).data?.currency_code ?? null;
  const cancelling = useChange({
    run: (id: number) =>
      dataOf(
        api.POST('/admin/api/bundles/{bundle_id}/prices/{id}/cancel/', {
          params: { path: { bundle_id: bundleId, id } },
        }),
      ),
    refreshes: [['bundles'], ['audit']],
    done: t('The price was cancelled'),
  });
  if (error !== null && data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  if (data.count === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('The price has not changed since prices are kept, and no other one is scheduled.')}
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={460} mah={300}>
      <Table aria-label={t('Prices of {{sku}}', { sku })} verticalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('From')}</Table.Th>
            <Table.Th ta="right">{t('Price')}</Table.Th>
            <Table.Th ta="right">{t('Before')}</Table.Th>
            <Table.Th>{t('Status')}</Table.Th>
            <Table.Th>{t('By')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.results.map(({ id, price, previous_price: previous, effective_at: at, status, by }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <When at={at} />
              </Table.Td>
              <Table.Td ta="right">{formatPrice(price, currency)}</Table.Td>
              <Table.Td ta="right">{previous === null ? '–' : formatPrice(previous, currency)}</Table.Td>
              <Table.Td>
                <Group gap="xs" wrap="nowrap">
                  <StatusBadge status={status} />
                  {status === 'scheduled' && (
                    <May do="bundles.write">
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={t('Cancel the price of {{price}}', { price: formatPrice(price, currency) })}
                        onClick={() => cancelling.mutate(id)}
                      >
                        {t('Cancel')}
                      </Button>
                    </May>
                  )}
                </Group>
              </Table.Td>
              <Table.Td>{by ?? '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface ScheduleValues extends Record<string, unknown> {
  price: string;
  /** Local time. */
  effective_at: string;
}

function ScheduleForm({ bundleId, sku, onClose }: PricesProps & { onClose: () => void }) {
  const currency = useQuery(serviceQuery).data?.currency_code;
  const form = useForm<ScheduleValues>({
    initialValues: { price: '', effective_at: '' },
    validate: {
      price: (price) => decimalProblem(price) ?? null,
      effective_at: (at) => (instantOf(at) === undefined ? t('Enter a date and time') : null),
    },
  });
  const change = useChange({
    run: ({ price, effective_at: at }: ScheduleValues) =>
      dataOf(
        api.POST('/admin/api/bundles/{bundle_id}/prices/', {
          params: { path: { bundle_id: bundleId } },
          body: { product_sku: sku, price: Number(price), effective_at: instantOf(at)! },
        }),
      ),
    refreshes: [['bundles'], ['audit']],
    done: t('The price of {{sku}} was scheduled', { sku }),
    onDone: () => form.reset(),
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('No price was scheduled')}
      action={t('Schedule the price')}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
        <TextInput
          label={currency === undefined ? t('Price') : t('Price ({{currency}})', { currency })}
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('price')}
        />
        <TextInput
          label={t('From')}
          type="datetime-local"
          max={LAST_LOCAL_TIME}
          description={t('In your time zone; it holds within a minute.')}
          {...form.getInputProps('effective_at')}
        />
      </SimpleGrid>
    </DialogForm>
  );
}
