import { Modal, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, dataOf } from '#console/api/client';
import { personQuery } from '#console/api/person';
import { useChange } from '#console/api/use-change';
import { DialogForm } from '#console/components/dialog-form';
import { ReasonField } from '#console/components/reason-field';
import type { Dialog } from '#console/components/use-dialog';
import { UserPicker, type User } from '#console/components/user-picker';
import { HOLD_REASONS } from '../labels';
import { PAYOUTS_CHANGED, type HoldReason } from '../payouts.queries';
import { t } from '#console/i18n/t';

interface HoldValues extends Record<string, unknown> {
  uid: User | null;
  reason: HoldReason | null;
  note: string;
}

/** Puts a member on hold; the dialog may be about one already. */
export function HoldDialog({ dialog }: { dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={t('Put on hold')}>
      <HoldForm uid={dialog.isOpen ? dialog.subject : null} onClose={dialog.close} />
    </Modal>
  );
}

function HoldForm({ uid, onClose }: { uid: string | null; onClose: () => void }) {
  const form = useForm<HoldValues>({
    initialValues: { uid: null, reason: null, note: '' },
    validate: {
      uid: (value) => (value === null ? t('Choose a member') : null),
      reason: (value) => (value === null ? t('Choose a reason') : null),
      note: (value) => (value.trim() === '' ? t('Enter a note') : null),
    },
  });
  const { data: meant } = useQuery({ ...personQuery(Number(uid)), enabled: uid !== null });
  const { setFieldValue } = form;
  useEffect(() => {
    if (meant !== undefined) setFieldValue('uid', meant);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the setter is a new one each time
  }, [meant]);
  const change = useChange({
    run: ({ uid, reason, note }: HoldValues) =>
      dataOf(api.POST('/admin/api/payout-holds/', { body: { uid: uid!.uid, reason: reason!, note } })),
    refreshes: PAYOUTS_CHANGED,
    done: ({ username }) => t('{{username}} is on hold', { username }),
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('Nobody was put on hold')}
      action={t('Put on hold')}
      onClose={onClose}
    >
      <UserPicker
        label={t('Member')}
        {...form.getInputProps('uid')}
        value={form.values.uid}
        onChange={(user) => form.setFieldValue('uid', user)}
      />
      <Select label={t('Reason')} withAsterisk data={HOLD_REASONS} {...form.getInputProps('reason')} />
      <ReasonField
        label={t('Note')}
        description={t('Only for admins; the member sees the reason.')}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}
