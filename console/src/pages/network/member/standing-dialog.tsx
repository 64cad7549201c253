import { Modal, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '#console/api/client';
import { ApiFailure } from '#console/api/failure';
import { useChange } from '#console/api/use-change';
import { DialogForm } from '#console/components/dialog-form';
import type { Dialog } from '#console/components/use-dialog';
import { KINDS, STATUSES } from '../labels';
import type { Member, MemberKind, MemberStatus } from '../network.queries';
import { ReasonField } from '#console/components/reason-field';
import { t } from '#console/i18n/t';

type What = 'status' | 'kind';

interface StandingValues extends Record<string, unknown> {
  status: MemberStatus;
  kind: MemberKind;
  reason: string;
}

const LABELS: Readonly<Record<What, string>> = { status: t('Status'), kind: t('Kind') };

const NOTES: Readonly<Record<What, string>> = {
  status: t('It takes effect now. The past does not change.'),
  kind: t(
    'A member who becomes a distributor is placed like a new one. A member who stops being a distributor loses their place. A distributor who sponsors distributors, or has members placed below, cannot change.',
  ),
};

/** Changes the status or the kind of a member, with a reason. */
export function StandingDialog({ what, member, dialog }: { what: What; member: Member; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={
        what === 'status'
          ? t('Change the status of {{username}}', { username: member.username })
          : t('Change the kind of {{username}}', { username: member.username })
      }
    >
      <StandingForm what={what} member={member} onClose={dialog.close} />
    </Modal>
  );
}

function StandingForm({ what, member, onClose }: { what: What; member: Member; onClose: () => void }) {
  const { uid, username } = member;
  const client = useQueryClient();
  const form = useForm<StandingValues>({
    initialValues: { status: member.status, kind: member.kind, reason: '' },
    validate: (values) => ({
      ...(values[what] === member[what] && {
        [what]: what === 'status' ? t('Choose another status') : t('Choose another kind'),
      }),
      ...(values.reason.trim() === '' && { reason: t('Enter a reason') }),
    }),
  });
  const change = useChange({
    run: (body: Schemas['ChangeStandingDto']) =>
      dataOf(api.POST('/admin/api/network/{uid}/status/', { params: { path: { uid } }, body })),
    refreshes: [['network'], ['audit']],
    done:
      what === 'status'
        ? t('The status of {{username}} is changed', { username })
        : t('The kind of {{username}} is changed', { username }),
    onDone: onClose,
    quiet: true,
  });
  const submit = ({ reason, ...values }: StandingValues): void => {
    const body = what === 'status' ? { status: values.status, reason } : { kind: values.kind, reason };
    change.mutate(body, {
      onError: (error) => {
        // Somebody else was quicker.
        if (error instanceof ApiFailure && error.status === 409)
          void client.invalidateQueries({ queryKey: ['network', 'member', uid] });
      },
    });
  };
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      change={change}
      failed={t('Nothing was changed')}
      action={what === 'status' ? t('Change the status') : t('Change the kind')}
      onClose={onClose}
    >
      <Radio.Group label={LABELS[what]} {...form.getInputProps(what)}>
        <Stack gap="sm" mt="xs">
          {(what === 'status' ? STATUSES : KINDS).map(({ value, label, text }) => (
            <Radio key={value} value={value} label={label} description={text} />
          ))}
        </Stack>
      </Radio.Group>
      <ReasonField {...form.getInputProps('reason')} />
      <Text size="sm" c="dimmed">
        {NOTES[what]}
      </Text>
    </DialogForm>
  );
}
