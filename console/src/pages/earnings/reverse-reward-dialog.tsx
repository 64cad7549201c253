import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { DialogForm } from '../../components/dialog-form';
import { ReasonField } from '../../components/reason-field';
import { EARNINGS_CHANGED } from './earnings.queries';

/** A reward of an extension, by what it was posted once. */
export interface RewardKey {
  reward: string;
  key: string;
}

/** Takes back all of a reward, also of other members. */
export function ReverseRewardDialog({ of, onClose }: { of: RewardKey | null; onClose: () => void }) {
  return (
    <Modal opened={of !== null} onClose={onClose} title="Take back a reward">
      {of !== null && <ReverseRewardForm of={of} onClose={onClose} />}
    </Modal>
  );
}

function ReverseRewardForm({ of: { reward, key }, onClose }: { of: RewardKey; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? 'Enter a reason' : null) },
  });
  const change = useChange({
    run: ({ reason }: { reason: string }) =>
      dataOf(api.POST('/admin/api/earnings/rewards/reverse/', { body: { reward, key, reason } })),
    refreshes: EARNINGS_CHANGED,
    done: `${reward} ${key} is taken back`,
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed="Nothing was taken back"
      action="Take back"
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">
        All that was posted as {reward} by the key {key} is taken back, also from other members.
      </Text>
      <ReasonField description="The members read it." data-autofocus {...form.getInputProps('reason')} />
    </DialogForm>
  );
}
