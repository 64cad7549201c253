import { Modal, NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { DialogForm } from '../../components/dialog-form';
import { ReasonField } from '../../components/reason-field';
import { formatMoney } from '../../components/format';
import type { Dialog } from '../../components/use-dialog';
import { ApprovalForecast } from '../approvals';
import { EARNINGS_CHANGED, type Balance } from './earnings.queries';
import { t } from '../../i18n/t';

/** Milliseconds without a key before it is asked whether the amount needs a second person. */
const DELAY_MS = 300;

interface AdjustValues extends Record<string, unknown> {
  /** Empty text while nothing is entered. */
  amount: number | string;
  reason: string;
}

/** Adds to a member's balance, or deducts from it. */
export function AdjustDialog({ balance, dialog }: { balance: Balance; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={t('Adjust the balance of {{username}}', { username: balance.username })}
    >
      <AdjustForm balance={balance} onClose={dialog.close} />
    </Modal>
  );
}

function AdjustForm({ balance: one, onClose }: { balance: Balance; onClose: () => void }) {
  const { uid, username, balance, currency_code: currency } = one;
  const form = useForm<AdjustValues>({
    initialValues: { amount: '', reason: '' },
    validate: {
      amount: (value) => (Number(value) === 0 ? t('Enter an amount other than 0') : null),
      reason: (value) => (value.trim() === '' ? t('Enter a reason') : null),
    },
  });
  const [amount] = useDebouncedValue(Number(form.values.amount), DELAY_MS);
  const change = useChange({
    run: ({ amount, reason }: AdjustValues) =>
      dataOf(api.POST('/admin/api/earnings/', { body: { uid, amount: Number(amount), reason } })),
    refreshes: EARNINGS_CHANGED,
    done: t('The balance of {{username}} is adjusted', { username }),
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('Nothing was adjusted')}
      action={t('Adjust')}
      forecast={
        Number.isFinite(amount) && amount !== 0 && <ApprovalForecast kind="earnings.adjust" id={uid} amount={amount} />
      }
      onClose={onClose}
    >
      <NumberInput
        label={t('Amount')}
        description={t('A negative amount is deducted. The balance is {{balance}}.', {
          balance: formatMoney(balance, currency),
        })}
        withAsterisk
        data-autofocus
        suffix={` ${currency}`}
        decimalScale={4}
        {...form.getInputProps('amount')}
      />
      <ReasonField
        description={t('The member reads it. It can only be undone by another adjustment.')}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
}
