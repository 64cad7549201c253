import { Modal, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { instantOf, LAST_LOCAL_TIME } from '../../components/local-time';
import { DialogForm } from '../../components/dialog-form';
import { ReasonField } from '../../components/reason-field';
import type { Dialog } from '../../components/use-dialog';
import { UserPicker, type User } from '../../components/user-picker';
import { t } from '../../i18n/t';

interface AdjustValues extends Record<string, unknown> {
  uid: User | null;
  /** Empty text while nothing is entered. */
  business_volume: number | string;
  points: number | string;
  cumulative_volume: number | string;
  /** A local time; empty: now. */
  at: string;
  reason: string;
}

const VOLUMES = [
  ['business_volume', t('Business volume')],
  ['points', t('Points')],
  ['cumulative_volume', t('Cumulative volume')],
] as const;

const DECIMALS = 4;

/**
 * Adds a row to a member's volumes.
 * @param member chosen already
 */
export function AdjustDialog({ member, dialog }: { member: User | null; dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={t('Adjust volumes')} size="lg">
      <AdjustForm key={member?.uid ?? 0} member={member} onClose={dialog.close} />
    </Modal>
  );
}

function AdjustForm({ member, onClose }: { member: User | null; onClose: () => void }) {
  const form = useForm<AdjustValues>({
    initialValues: { uid: member, business_volume: 0, points: 0, cumulative_volume: 0, at: '', reason: '' },
    validate: validateAdjustment,
  });
  const change = useChange({
    run: (values: AdjustValues) =>
      dataOf(
        api.POST('/admin/api/volumes/', {
          body: {
            uid: values.uid!.uid,
            business_volume: Number(values.business_volume),
            points: Number(values.points),
            cumulative_volume: Number(values.cumulative_volume),
            reason: values.reason,
            ...(values.at !== '' && { at: instantOf(values.at) ?? values.at }),
          },
        }),
      ),
    refreshes: [['volumes'], ['network'], ['audit']],
    done: ({ username }) => t('Volumes of {{username}} are adjusted', { username }),
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
      onClose={onClose}
    >
      <UserPicker
        label={t('Member')}
        {...form.getInputProps('uid')}
        value={form.values.uid}
        onChange={(user) => form.setFieldValue('uid', user)}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {VOLUMES.map(([name, label]) => (
          <NumberInput key={name} label={label} decimalScale={DECIMALS} {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('Negative values are deducted. 0 leaves a volume unchanged.')}
      </Text>
      <TextInput
        label={t('Counts at')}
        description={t('Decides the period. Empty: now.')}
        type="datetime-local"
        max={LAST_LOCAL_TIME}
        {...form.getInputProps('at')}
      />
      <ReasonField description={t('Kept in the ledger and in the audit log.')} {...form.getInputProps('reason')} />
      <Text size="sm" c="dimmed">
        {t('The row cannot be changed or removed, only offset by another one. Subscribed applications are notified.')}
      </Text>
    </DialogForm>
  );
}

/** What is missing; the service validates the rest. */
function validateAdjustment(values: AdjustValues): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const [name] of VOLUMES) if (values[name] === '') missing[name] = t('Enter a number, or 0');
  return {
    ...missing,
    ...(values.uid === null && { uid: t('Choose a member') }),
    ...(values.reason.trim() === '' && { reason: t('Enter a reason') }),
  };
}
