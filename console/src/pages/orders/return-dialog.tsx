import { Group, Modal, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../api/failure';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { formatMoney } from '../../components/format';
import { DialogForm } from '../../components/dialog-form';
import { ReasonField } from '../../components/reason-field';
import { fieldErrors } from '../../components/resource-form';
import type { Dialog } from '../../components/use-dialog';
import { volumesInWords } from './labels';
import { isReturnable, orderQuery, piecesLeft, type OrderDetails } from './orders.queries';
import { plural, t } from '../../i18n/t';

interface ReturnValues extends Record<string, unknown> {
  what: 'all' | 'some';
  /** By the id of the line. */
  quantities: Record<string, number | string>;
  reason: string;
}

/** Asks what of an order comes back, and why. */
export function ReturnDialog({ order, dialog }: { order: OrderDetails; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={t('Return order {{order_number}}', { order_number: order.order_number })}
      size="lg"
    >
      {isReturnable(order) ? (
        <ReturnForm order={order} onClose={dialog.close} />
      ) : (
        <Text size="sm">{t('Only paid and completed orders can be returned.')}</Text>
      )}
    </Modal>
  );
}

function ReturnForm({ order, onClose }: { order: OrderDetails; onClose: () => void }) {
  const { id, order_number } = order;
  const client = useQueryClient();
  const lines = order.items.filter((line) => line.quantity > line.returned);
  const form = useForm<ReturnValues>({
    initialValues: { what: 'all', quantities: Object.fromEntries(lines.map((line) => [line.id, 0])), reason: '' },
    validate: (values) => ({
      ...(values.reason.trim() === '' && { reason: t('Enter a reason') }),
      ...(values.what === 'some' && pickedOf(values).length === 0 && { what: t('Choose at least one piece') }),
    }),
  });
  const change = useChange({
    run: (values: ReturnValues) =>
      dataOf(
        api.POST('/admin/api/orders/{id}/return/', {
          params: { path: { id } },
          body: { reason: values.reason, ...(values.what === 'some' && { items: pickedOf(values) }) },
        }),
      ),
    refreshes: [['orders'], ['volumes'], ['network'], ['audit'], ['home']],
    done: ({ status }) =>
      status === 'returned'
        ? t('Order {{order_number}} is returned', { order_number })
        : t('Pieces of {{order_number}} are returned', { order_number }),
    onDone: (changed) => {
      client.setQueryData(orderQuery(String(id)).queryKey, changed);
      onClose();
    },
    quiet: true,
  });
  const submit = (values: ReturnValues): void =>
    change.mutate(values, {
      onError: (error) => {
        // Somebody else returned some of it, or moved it: the bounds are others now.
        if (error instanceof ApiFailure && error.status === 409)
          void client.invalidateQueries({ queryKey: ['orders'] });
      },
    });
  const isSome = form.values.what === 'some';
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      change={change}
      failed={t('Nothing was returned')}
      action={isSome ? t('Return these pieces') : t('Return the order')}
      isDangerous
      onClose={onClose}
      errorsOf={(failure) => quantityErrors(failure, form.values)}
    >
      <Radio.Group label={t('What is returned')} {...form.getInputProps('what')}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="all"
            label={plural(
              piecesLeft(order),
              'Everything that is left: {{count}} piece',
              'Everything that is left: {{count}} pieces',
            )}
            description={t('The order becomes returned, which is final.')}
            data-autofocus
          />
          <Radio
            value="some"
            label={t('Some pieces')}
            description={t('The order keeps its status while anything is left.')}
          />
        </Stack>
      </Radio.Group>
      {isSome &&
        lines.map((line) => {
          const left = line.quantity - line.returned;
          return (
            <NumberInput
              key={line.id}
              label={line.line_item_label}
              description={t('{{sku}}, {{left}} left', { sku: line.sku, left })}
              min={0}
              max={left}
              clampBehavior="strict"
              allowDecimal={false}
              allowNegative={false}
              {...form.getInputProps(`quantities.${line.id}`)}
              onChange={(quantity: number | string) => {
                form.setFieldValue(`quantities.${line.id}`, quantity);
                form.clearFieldError('what');
              }}
            />
          );
        })}
      <Refund
        order={order}
        quantities={isSome ? new Map(pickedOf(form.values).map((one) => [one.id, one.quantity])) : undefined}
      />
      <ReasonField description={t('Kept in the history. The buyer can read it.')} {...form.getInputProps('reason')} />
      <Text size="sm" c="dimmed">
        {t('Subscribed applications are notified. A return cannot be undone.')}
      </Text>
    </DialogForm>
  );
}

/** What is given back for the pieces that are chosen, and what is taken back of the volumes. @param quantities default: all left */
function Refund({ order, quantities }: { order: OrderDetails; quantities?: ReadonlyMap<number, number> | undefined }) {
  const sums = { price: 0, business_volume: 0, points: 0, cumulative_volume: 0 };
  for (const line of order.items) {
    const pieces = quantities === undefined ? line.quantity - line.returned : (quantities.get(line.id) ?? 0);
    for (const key of ['price', 'business_volume', 'points', 'cumulative_volume'] as const)
      // Amounts have four decimals at most.
      sums[key] = Math.round((sums[key] + (line[key] * pieces) / line.quantity) * 10_000) / 10_000;
  }
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" className="inset" p="sm" role="status">
      <div>
        <Text size="sm" fw={600}>
          {t('Money to give back')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('Volumes taken back: {{volumes}}', { volumes: volumesInWords(sums) })}
        </Text>
      </div>
      <Text fw={650} className="numeric">
        {formatMoney(sums.price, order.currency_code)}
      </Text>
    </Group>
  );
}

/** The service's errors about pieces, each at the field of its line. */
function quantityErrors(failure: ApiFailure, values: ReturnValues): Record<string, string> {
  const errors = fieldErrors(failure);
  return Object.fromEntries(
    pickedOf(values).flatMap(({ id }, index) => {
      const error = errors[`items.${index}.quantity`];
      return error === undefined ? [] : [[`quantities.${id}`, error]];
    }),
  );
}

/** The lines of which at least one piece is chosen. */
function pickedOf({ quantities }: ReturnValues): { id: number; quantity: number }[] {
  return Object.entries(quantities)
    .map(([id, quantity]) => ({ id: Number(id), quantity: Number(quantity) }))
    .filter(({ quantity }) => quantity > 0);
}
