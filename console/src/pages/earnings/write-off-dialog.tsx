import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { DialogForm } from '../../components/dialog-form';
import { ReasonField } from '../../components/reason-field';
import { formatMoney } from '../../components/format';
import type { Dialog } from '../../components/use-dialog';
import { EARNINGS_CHANGED, type Balance } from './earnings.queries';
import { t } from '../../i18n/t';

/** Brings the balance of a member who has left to 0. */
export function WriteOffDialog({ balance, dialog }: { balance: Balance; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={t('Write off the balance of {{username}}', { username: balance.username })}
    >
      <WriteOffForm balance={balance} onClose={dialog.close} />
    </Modal>
  );
}

function WriteOffForm({ balance: one, onClose }: { balance: Balance; onClose: () => void }) {
  const { uid, username, balance, currency_code: currency } = one;
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? t('Enter a reason') : null) },
  });
  const change = useChange({
    run: ({ reason }: { reason: string }) =>
      dataOf(api.POST('/admin/api/earnings/write-off/', { body: { uid, reason } })),
    refreshes: EARNINGS_CHANGED,
    done: t('The balance of {{username}} is written off', { username }),
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('Nothing was written off')}
      action={t('Write off')}
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">
        {t('The balance of {{balance}} becomes 0, by an adjustment. Nobody is paid.', {
          balance: formatMoney(balance, currency),
        })}
      </Text>
      <ReasonField description={t('The member reads it.')} data-autofocus {...form.getInputProps('reason')} />
    </DialogForm>
  );
}
