import { Modal, NumberInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { DialogForm } from '../../../components/dialog-form';
import type { Dialog } from '../../../components/use-dialog';
import { PAYOUTS_CHANGED } from '../payouts.queries';

interface CreateValues extends Record<string, unknown> {
  /** Empty text: that of the plan. */
  minimum: number | string;
}

/** Makes a batch of all payable balances. */
export function CreateDialog({ dialog }: { dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title="New batch">
      <CreateForm onClose={dialog.close} />
    </Modal>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm<CreateValues>({ initialValues: { minimum: '' } });
  const change = useChange({
    run: ({ minimum }: CreateValues) =>
      dataOf(api.POST('/admin/api/payouts/', { body: minimum === '' ? {} : { minimum: Number(minimum) } })),
    refreshes: PAYOUTS_CHANGED,
    done: ({ id }) => `Payout ${id} was created`,
    onDone: ({ id }) => void navigate(`/payouts/${id}`),
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed="No batch was made"
      action="Make the batch"
      onClose={onClose}
    >
      <Text size="sm">
        It takes the whole payable balance of each active distributor who is not on hold. The amounts are deducted from
        the balances at once; nothing is paid before the batch is released.
      </Text>
      <NumberInput
        label="Minimum balance"
        description="Empty: the minimum of the plan. It can only be raised."
        min={0}
        thousandSeparator=","
        {...form.getInputProps('minimum')}
      />
    </DialogForm>
  );
}
