import { Modal, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../../api/use-change';
import { DialogForm } from '../../components/dialog-form';
import { instantOf, LAST_LOCAL_TIME } from '../../components/local-time';
import { ReasonField } from '../../components/reason-field';
import { fieldErrors } from '../../components/resource-form';
import type { Dialog } from '../../components/use-dialog';
import { UserPicker, type User } from '../../components/user-picker';
import { callAdmin } from '../../extension-api/admin-api';
import { INPUTS_PATH, type DeclaredInput, type PutInput } from './inputs.queries';
import { t } from '../../i18n/t';

interface PutValues extends Record<string, unknown> {
  name: string;
  uid: User | null;
  /** Empty text while nothing is entered. */
  value: number | string;
  /** A local time; empty: now. */
  at: string;
  reason: string;
}

interface PutProps {
  declared: readonly DeclaredInput[];
  onClose: () => void;
}

/** What the service calls the fields of the one value that is sent. */
const FIELDS: Readonly<Record<string, string>> = { 'values.0.uid': 'uid', 'values.0.value': 'value' };

const DECIMALS = 4;

/** Puts in a value of a member for an input. */
export function PutDialog({ declared, dialog }: { declared: readonly DeclaredInput[]; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen && declared.length > 0}
      onClose={dialog.close}
      title={t('Put in a value of an input')}
      size="lg"
    >
      <PutForm declared={declared} onClose={dialog.close} />
    </Modal>
  );
}

function PutForm({ declared, onClose }: PutProps) {
  const form = useForm<PutValues>({
    initialValues: { name: declared[0]!.name, uid: null, value: '', at: '', reason: '' },
    validate: {
      uid: (user) => (user === null ? t('Choose a member') : null),
      value: (value) => (value === '' ? t('Enter a value') : null),
      reason: (reason) => (reason.trim() === '' ? t('Enter a reason') : null),
    },
  });
  const input = declared.find(({ name }) => name === form.values.name)!;
  const change = useChange({
    run: ({ name, uid, value, at, reason }: PutValues) =>
      callAdmin<PutInput[]>('POST', INPUTS_PATH, {
        body: { name, reason, values: [{ uid: uid!.uid, value }], ...(at !== '' && { at: instantOf(at) ?? at }) },
      }),
    refreshes: [['commission-inputs'], ['audit']],
    done: (written) => (written.length === 0 ? t('The member has this value already') : t('The value is put in')),
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('Nothing was put in')}
      action={t('Put in')}
      onClose={onClose}
      errorsOf={(failure) => fieldErrors(failure, FIELDS)}
    >
      <Select
        label={t('Input')}
        description={input.description}
        data={declared.map(({ name, title }) => ({ value: name, label: title }))}
        allowDeselect={false}
        {...form.getInputProps('name')}
        onChange={(name: string | null) => form.setValues({ name: name!, value: '' })}
      />
      <UserPicker
        label={t('Member')}
        {...form.getInputProps('uid')}
        value={form.values.uid}
        onChange={(user) => form.setFieldValue('uid', user)}
      />
      {input.type === 'choice' ? (
        <Select
          label={t('Value')}
          withAsterisk
          data={[...input.choices]}
          {...form.getInputProps('value')}
          value={form.values.value === '' ? null : String(form.values.value)}
          onChange={(value: string | null) => form.setFieldValue('value', value ?? '')}
        />
      ) : (
        <NumberInput
          label={t('Value')}
          withAsterisk
          decimalScale={input.type === 'integer' ? 0 : DECIMALS}
          description={t('From {{min}} to {{max}}', { min: input.min ?? '', max: input.max ?? '' })}
          {...form.getInputProps('value')}
        />
      )}
      <TextInput
        label={t('Holds from')}
        description={t('Not in the future, and not in a posted period. Empty: now.')}
        type="datetime-local"
        max={LAST_LOCAL_TIME}
        {...form.getInputProps('at')}
      />
      <ReasonField description={t('Kept with the value and in the audit log.')} {...form.getInputProps('reason')} />
      <Text size="sm" c="dimmed">
        {input.is_lasting
          ? t('The value holds until another one is put in.')
          : t('The value holds until another one is put in, or until the period ends.')}{' '}
        {t('Runs that were calculated before can no longer be posted, and you cannot approve the runs that read it.')}
      </Text>
    </DialogForm>
  );
}
