import { Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { formatMoney } from '#console/components/format';
import { DialogForm } from '#console/components/dialog-form';
import type { Dialog } from '#console/components/use-dialog';
import { PAYOUTS_CHANGED, type Payout, type PayoutItem } from '../payouts.queries';
import { t } from '#console/i18n/t';

interface MarkDialogProps {
  payout: Payout;
  items: readonly PayoutItem[];
  mark: 'paid' | 'failed';
  /** Its subject is the id of the item. */
  dialog: Dialog;
}

/** Marks an item as paid, with a reference, or as failed, with the reason. */
export function MarkDialog({ payout, items, mark, dialog }: MarkDialogProps) {
  const item = items.find(({ id }) => String(id) === dialog.subject);
  return (
    <Modal
      opened={dialog.isOpen && item !== undefined}
      onClose={dialog.close}
      title={mark === 'paid' ? t('Mark as paid') : t('Mark as failed')}
    >
      {item !== undefined && <MarkForm key={item.id} payout={payout} item={item} mark={mark} onClose={dialog.close} />}
    </Modal>
  );
}

interface MarkFormProps extends Pick<MarkDialogProps, 'payout' | 'mark'> {
  item: PayoutItem;
  onClose: () => void;
}

function MarkForm({ payout: { id, currency_code: currency }, item, mark, onClose }: MarkFormProps) {
  const field = mark === 'paid' ? 'reference' : 'reason';
  const form = useForm<Record<string, string>>({
    initialValues: { [field]: '' },
    validate: {
      [field]: (value: string) =>
        value.trim() !== '' ? null : mark === 'paid' ? t('Enter a reference') : t('Enter a reason'),
    },
  });
  const path = { id, item: item.id };
  const change = useChange({
    run: (values: Record<string, string>) => {
      const text = values[field]!.trim();
      return mark === 'paid'
        ? dataOf(
            api.POST('/admin/api/payouts/{id}/items/{item}/paid/', { params: { path }, body: { reference: text } }),
          )
        : dataOf(
            api.POST('/admin/api/payouts/{id}/items/{item}/failed/', { params: { path }, body: { reason: text } }),
          );
    },
    refreshes: PAYOUTS_CHANGED,
    done: () =>
      mark === 'paid'
        ? t('The item of {{username}} is marked as paid', { username: item.username })
        : t('The item of {{username}} is marked as failed', { username: item.username }),
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('It was not marked')}
      action={mark === 'paid' ? t('Mark as paid') : t('Mark as failed')}
      onClose={onClose}
    >
      <Text size="sm">
        {t('{{amount}} for {{username}}.', { amount: formatMoney(item.amount, currency), username: item.username })}{' '}
        {mark === 'failed' && `${t('The amount goes back to the balance, and the next batch takes it.')} `}
        {t('A mark cannot be changed.')}
      </Text>
      <TextInput
        label={mark === 'paid' ? t('Reference') : t('Reason')}
        description={mark === 'paid' ? t('Such as the number of the transfer.') : t('The member reads it.')}
        withAsterisk
        data-autofocus
        maxLength={mark === 'paid' ? 200 : 500}
        {...form.getInputProps(field)}
      />
    </DialogForm>
  );
}
