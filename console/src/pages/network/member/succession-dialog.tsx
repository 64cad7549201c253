import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { api, dataOf } from '#console/api/client';
import { useTriedChange } from '#console/api/use-tried-change';
import { DialogForm } from '#console/components/dialog-form';
import type { Dialog } from '#console/components/use-dialog';
import { UserPicker, type User } from '#console/components/user-picker';
import type { Member, NetworkSettings, Succession } from '../network.queries';
import { ReasonField } from '#console/components/reason-field';
import { SuccessionPreview } from './succession-preview';
import { t } from '#console/i18n/t';

interface SuccessionDialogProps {
  kind: Succession['kind'];
  member: Member;
  settings: NetworkSettings;
}

const WORDS = {
  merge: {
    title: (name: string) => t('Merge the position of {{name}}', { name }),
    text: t(
      'For a person who has two positions. The other position receives everything that this one has, and keeps its own place.',
    ),
    field: 'into_uid',
    label: t('Into the position of'),
    action: t('Merge the positions'),
    failed: t('The positions cannot be merged'),
    done: t('The positions are merged'),
  },
  hand_over: {
    title: (name: string) => t('Hand the position of {{name}} over', { name }),
    text: t(
      'For a business that is sold or inherited. A member with nobody below, also a customer, takes this place in both trees, and is active.',
    ),
    field: 'to_uid',
    label: t('To'),
    action: t('Hand the position over'),
    failed: t('The position cannot be handed over'),
    done: t('The position is handed over'),
  },
} as const;

interface SuccessionValues extends Record<string, unknown> {
  into_uid: User | null;
  to_uid: User | null;
  reason: string;
}

/** Merges a position into another one, or hands it over; what goes along is shown first. */
export function SuccessionDialog({ dialog, ...props }: SuccessionDialogProps & { dialog: Dialog }) {
  const { kind, member } = props;
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={WORDS[kind].title(member.username)} size="lg">
      <SuccessionForm {...props} onClose={dialog.close} />
    </Modal>
  );
}

function SuccessionForm({ kind, member, settings, onClose }: SuccessionDialogProps & { onClose: () => void }) {
  const { text, field, label, action, failed, done } = WORDS[kind];
  const params = { path: { uid: member.uid } };
  const navigate = useNavigate();
  const { preview, forget, submit, change } = useTriedChange({
    run: ({ into_uid: into, to_uid: to, reason }: SuccessionValues, isDry) =>
      kind === 'merge'
        ? dataOf(
            api.POST('/admin/api/network/{uid}/merge/', {
              params,
              body: { into_uid: into!.uid, reason, dry_run: isDry },
            }),
          )
        : dataOf(
            api.POST('/admin/api/network/{uid}/hand-over/', {
              params,
              body: { to_uid: to!.uid, reason, dry_run: isDry },
            }),
          ),
    refreshes: [['network'], ['users'], ['volumes'], ['audit']],
    done,
    // Continue on the page of the member who has the position now.
    onDone: ({ successor_uid: uid }) => void navigate(`/users/${uid}/network`),
  });
  const form = useForm<SuccessionValues>({
    initialValues: { into_uid: null, to_uid: null, reason: '' },
    validate: {
      [field]: (value: User | null) => (value === null ? t('Choose a member') : null),
      reason: (value) => (value.trim() === '' ? t('Enter a reason') : null),
    },
    onValuesChange: (values, before) => {
      if (values[field] !== before[field]) forget();
    },
  });
  const successor = form.values[field];
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      change={change}
      failed={failed}
      action={preview === undefined ? t('Show what changes') : action}
      isDangerous={preview !== undefined}
      onClose={onClose}
    >
      <Text size="sm">{text}</Text>
      <UserPicker
        label={label}
        {...form.getInputProps(field)}
        value={successor}
        onChange={(user) => form.setFieldValue(field, user)}
      />
      <ReasonField {...form.getInputProps('reason')} />
      <div role="status">
        {preview !== undefined && successor !== null && (
          <SuccessionPreview
            succession={preview}
            member={member}
            successor={successor.username}
            placement={settings.placement}
          />
        )}
      </div>
    </DialogForm>
  );
}
