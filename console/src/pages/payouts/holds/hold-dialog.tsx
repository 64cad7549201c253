import { Alert, Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { api, dataOf } from '../../../api/client';
import { ApiFailure, describeFailure } from '../../../api/failure';
import { useChange } from '../../../api/use-change';
import { fieldErrors } from '../../../components/resource-form';
import type { Dialog } from '../../../components/use-dialog';
import { UserPicker, type User } from '../../../components/user-picker';
import { HOLD_REASONS } from '../labels';
import { PAYOUTS_CHANGED, type HoldReason } from '../payouts.queries';

interface HoldValues extends Record<string, unknown> {
  uid: User | null;
  reason: HoldReason | null;
  note: string;
}

/** Puts a member on hold. */
export function HoldDialog({ dialog }: { dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title="Put on hold"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <HoldForm onClose={dialog.close} />
    </Modal>
  );
}

function HoldForm({ onClose }: { onClose: () => void }) {
  const form = useForm<HoldValues>({
    initialValues: { uid: null, reason: null, note: '' },
    validate: {
      uid: (value) => (value === null ? 'Choose a member' : null),
      reason: (value) => (value === null ? 'Choose a reason' : null),
      note: (value) => (value.trim() === '' ? 'Enter a note' : null),
    },
  });
  const change = useChange({
    run: ({ uid, reason, note }: HoldValues) =>
      dataOf(api.POST('/admin/api/payout-holds/', { body: { uid: uid!.uid, reason: reason!, note } })),
    refreshes: PAYOUTS_CHANGED,
    done: ({ username }) => `${username} is on hold`,
    onDone: onClose,
    quiet: true,
  });
  const submit = (values: HoldValues): void =>
    change.mutate(values, {
      onError: (error) => {
        if (error instanceof ApiFailure) form.setErrors(fieldErrors(error));
      },
    });
  return (
    <form noValidate onSubmit={(event) => form.onSubmit(submit)(event)}>
      <Stack>
        {change.error !== null && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title="Nobody was put on hold">
            {Object.keys(form.errors).length > 0 ? 'Fix the highlighted fields.' : describeFailure(change.error)}
          </Alert>
        )}
        <UserPicker
          label="Member"
          {...form.getInputProps('uid')}
          value={form.values.uid}
          onChange={(user) => form.setFieldValue('uid', user)}
        />
        <Select label="Reason" withAsterisk data={HOLD_REASONS} {...form.getInputProps('reason')} />
        <Textarea
          label="Note"
          description="For admins alone; the member sees the reason."
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('note')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Put on hold
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
