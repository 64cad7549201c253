import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { api, dataOf } from '../../../api/client';
import { ApiFailure, describeFailure } from '../../../api/failure';
import { useChange } from '../../../api/use-change';
import { formatMoney } from '../../../components/format';
import { fieldErrors } from '../../../components/resource-form';
import type { Dialog } from '../../../components/use-dialog';
import { PAYOUTS_CHANGED, type Payout, type PayoutItem } from '../payouts.queries';

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
      title={mark === 'paid' ? 'Mark as paid' : 'Mark as failed'}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
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
    validate: { [field]: (value: string) => (value.trim() === '' ? `Enter a ${field}` : null) },
  });
  const path = { id, item: item.id };
  const change = useChange({
    run: (text: string) =>
      mark === 'paid'
        ? dataOf(
            api.POST('/admin/api/payouts/{id}/items/{item}/paid/', { params: { path }, body: { reference: text } }),
          )
        : dataOf(
            api.POST('/admin/api/payouts/{id}/items/{item}/failed/', { params: { path }, body: { reason: text } }),
          ),
    refreshes: PAYOUTS_CHANGED,
    done: () => `The item of ${item.username} is marked as ${mark}`,
    onDone: onClose,
    quiet: true,
  });
  const submit = (values: Record<string, string>): void =>
    change.mutate(values[field]!.trim(), {
      onError: (error) => {
        if (error instanceof ApiFailure) form.setErrors(fieldErrors(error));
      },
    });
  return (
    <form noValidate onSubmit={(event) => form.onSubmit(submit)(event)}>
      <Stack>
        {change.error !== null && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title="It was not marked">
            {Object.keys(form.errors).length > 0 ? 'Fix the highlighted field.' : describeFailure(change.error)}
          </Alert>
        )}
        <Text size="sm">
          {formatMoney(item.amount, currency)} for {item.username}.{' '}
          {mark === 'failed' && 'The amount goes back to the balance, and the next batch takes it.'} A mark cannot be
          changed.
        </Text>
        <TextInput
          label={mark === 'paid' ? 'Reference' : 'Reason'}
          description={mark === 'paid' ? 'Such as the number of the transfer.' : 'The member reads it.'}
          withAsterisk
          data-autofocus
          maxLength={mark === 'paid' ? 200 : 500}
          {...form.getInputProps(field)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            {mark === 'paid' ? 'Mark as paid' : 'Mark as failed'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
