import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { DialogForm } from '../../components/dialog-form';
import { ReasonField } from '../../components/reason-field';
import { formatMoney } from '../../components/format';
import type { Dialog } from '../../components/use-dialog';
import { EARNINGS_CHANGED, type Balance } from './earnings.queries';

/** Brings the balance of a member who has left to 0. */
export function WriteOffDialog({ balance, dialog }: { balance: Balance; dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={`Write off the balance of ${balance.username}`}>
      <WriteOffForm balance={balance} onClose={dialog.close} />
    </Modal>
  );
}

function WriteOffForm({ balance: one, onClose }: { balance: Balance; onClose: () => void }) {
  const { uid, username, balance, currency_code: currency } = one;
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? 'Enter a reason' : null) },
  });
  const change = useChange({
    run: ({ reason }: { reason: string }) =>
      dataOf(api.POST('/admin/api/earnings/write-off/', { body: { uid, reason } })),
    refreshes: EARNINGS_CHANGED,
    done: `The balance of ${username} is written off`,
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed="Nothing was written off"
      action="Write off"
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">
        The balance of {formatMoney(balance, currency)} becomes 0, by an adjustment. Nobody is paid.
      </Text>
      <ReasonField description="The member reads it." data-autofocus {...form.getInputProps('reason')} />
    </DialogForm>
  );
}
