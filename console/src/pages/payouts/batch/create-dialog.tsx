import { Alert, Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { api, dataOf } from '../../../api/client';
import { ApiFailure, describeFailure } from '../../../api/failure';
import { useChange } from '../../../api/use-change';
import { fieldErrors } from '../../../components/resource-form';
import type { Dialog } from '../../../components/use-dialog';
import { PAYOUTS_CHANGED } from '../payouts.queries';

interface CreateValues extends Record<string, unknown> {
  /** Empty text: that of the plan. */
  minimum: number | string;
}

/** Makes a batch of all payable balances. */
export function CreateDialog({ dialog }: { dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title="New batch"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
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
  const submit = (values: CreateValues): void =>
    change.mutate(values, {
      onError: (error) => {
        if (error instanceof ApiFailure) form.setErrors(fieldErrors(error));
      },
    });
  return (
    <form noValidate onSubmit={(event) => form.onSubmit(submit)(event)}>
      <Stack>
        {change.error !== null && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title="No batch was made">
            {Object.keys(form.errors).length > 0 ? 'Fix the highlighted field.' : describeFailure(change.error)}
          </Alert>
        )}
        <Text size="sm">
          It takes the whole payable balance of each active distributor who is not on hold. The amounts leave the
          balances at once; nothing is paid before the batch is released.
        </Text>
        <NumberInput
          label="Least balance"
          description="Empty: the minimum of the plan. It can only be raised."
          min={0}
          thousandSeparator=","
          {...form.getInputProps('minimum')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Make the batch
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
