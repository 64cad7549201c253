import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { DialogForm } from '../../components/dialog-form';
import { ReasonField } from '../../components/reason-field';
import { EARNINGS_CHANGED } from './earnings.queries';
import { t } from '../../i18n/t';

/** A reward of an extension, by what it was posted once. */
export interface RewardKey {
  reward: string;
  key: string;
}

/** Takes back all of a reward, also of other members. */
export function ReverseRewardDialog({ of, onClose }: { of: RewardKey | null; onClose: () => void }) {
  return (
    <Modal opened={of !== null} onClose={onClose} title={t('Take back a reward')}>
      {of !== null && <ReverseRewardForm of={of} onClose={onClose} />}
    </Modal>
  );
}

function ReverseRewardForm({ of: { reward, key }, onClose }: { of: RewardKey; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? t('Enter a reason') : null) },
  });
  const change = useChange({
    run: ({ reason }: { reason: string }) =>
      dataOf(api.POST('/admin/api/earnings/rewards/reverse/', { body: { reward, key, reason } })),
    refreshes: EARNINGS_CHANGED,
    done: t('{{reward}} {{key}} is taken back', { reward, key }),
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('Nothing was taken back')}
      action={t('Take back')}
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">
        {t('All that was posted as {{reward}} by the key {{key}} is taken back, also from other members.', {
          reward,
          key,
        })}
      </Text>
      <ReasonField description={t('The members read it.')} data-autofocus {...form.getInputProps('reason')} />
    </DialogForm>
  );
}
