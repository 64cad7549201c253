import { Alert, Button, Checkbox, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { api, dataOf } from '../../../api/client';
import { ApiFailure, describeFailure } from '../../../api/failure';
import { useChange } from '../../../api/use-change';
import { counted } from '../../../components/format';
import { fieldErrors } from '../../../components/resource-form';
import type { Dialog } from '../../../components/use-dialog';
import type { User } from '../../../components/user-picker';
import { TREES } from '../labels';
import type { Member, Move, NetworkSettings, Tree } from '../network.queries';
import { LegField } from './leg-field';
import { ParentField } from './parent-field';
import { MovePreview } from './move-preview';
import { ReasonField } from './reason-field';

interface MoveDialogProps {
  member: Member;
  tree: Tree;
  settings: NetworkSettings;
}

interface MoveValues extends Record<string, unknown> {
  isRoot: boolean;
  parent_uid: User | null;
  leg: string | null;
  reason: string;
}

const FIELDS = ['parent_uid', 'leg', 'reason'];

/** Moves a member in a tree with all below; what that changes is shown first. */
export function MoveDialog({ dialog, ...props }: MoveDialogProps & { dialog: Dialog }) {
  const { member, tree } = props;
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={
        member[tree].position === null
          ? `Place ${member.username}`
          : `Move ${member.username} in the ${TREES[tree].toLowerCase()}`
      }
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <MoveForm {...props} onClose={dialog.close} />
    </Modal>
  );
}

function MoveForm({ member, tree, settings, onClose }: MoveDialogProps & { onClose: () => void }) {
  const { uid, username } = member;
  const isNew = member[tree].position === null;
  // What the dry run said of the values as they are.
  const [preview, setPreview] = useState<Move>();
  const form = useForm<MoveValues>({
    initialValues: { isRoot: false, parent_uid: null, leg: null, reason: '' },
    validate: (values) => validateMove(values, tree),
    onValuesChange: (values, before) => {
      if (values.reason === before.reason) setPreview(undefined);
    },
  });
  const change = useChange({
    run: ({ values, isDry }: { values: MoveValues; isDry: boolean }) =>
      dataOf(
        api.POST('/admin/api/network/{uid}/move/', {
          params: { path: { uid } },
          body: {
            tree,
            parent_uid: values.isRoot ? null : values.parent_uid!.uid,
            ...(tree === 'placement' && !values.isRoot && { leg: Number(values.leg) }),
            reason: values.reason,
            dry_run: isDry,
          },
        }),
      ),
    refreshes: [],
    quiet: true,
  });
  const moved = useChange({
    run: (values: MoveValues) => change.mutateAsync({ values, isDry: false }),
    refreshes: [['network'], ['users'], ['audit']],
    done: `${username} is ${isNew ? 'placed' : 'moved'}`,
    onDone: onClose,
    quiet: true,
  });
  const showErrors = (error: unknown): void => {
    setPreview(undefined);
    if (error instanceof ApiFailure) form.setErrors(fieldErrors(error));
  };
  const choose = (user: User | null): void => form.setValues({ parent_uid: user, leg: null });
  const submit = (values: MoveValues): void => {
    if (preview === undefined) change.mutate({ values, isDry: true }, { onSuccess: setPreview, onError: showErrors });
    else moved.mutate(values, { onError: showErrors });
  };
  const hasFieldErrors = Object.keys(form.errors).some((name) => FIELDS.includes(name));
  return (
    <form noValidate onSubmit={(event) => form.onSubmit(submit)(event)}>
      <Stack>
        {change.error !== null && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title="This move is not possible">
            {hasFieldErrors ? 'Fix the highlighted fields.' : describeFailure(change.error)}
          </Alert>
        )}
        {!form.values.isRoot && (
          <ParentField
            label={tree === 'sponsor' ? 'New sponsor' : 'New parent'}
            beginAt={tree === 'placement' && isNew ? member.sponsor.position : null}
            {...form.getInputProps('parent_uid')}
            value={form.values.parent_uid}
            onChange={choose}
          />
        )}
        {tree === 'placement' && !form.values.isRoot && (
          <LegField
            parent={form.values.parent_uid}
            onDescend={choose}
            uid={uid}
            settings={settings}
            {...form.getInputProps('leg')}
            value={form.values.leg}
            onChange={(leg) => form.setFieldValue('leg', leg)}
          />
        )}
        <Checkbox label="Make it a root, with nobody above" {...form.getInputProps('isRoot', { type: 'checkbox' })} />
        <ReasonField {...form.getInputProps('reason')} />
        <div role="status">
          {preview !== undefined && <MovePreview move={preview} member={member} settings={settings} />}
        </div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color={preview === undefined || isNew ? undefined : 'red.8'} loading={change.isPending}>
            {preview === undefined
              ? 'Show what changes'
              : isNew
                ? `Place ${username}`
                : `Move ${counted(preview.members, 'member')}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is missing; the service judges the rest. */
function validateMove({ isRoot, parent_uid, leg, reason }: MoveValues, tree: Tree): Record<string, string> {
  return {
    ...(!isRoot && parent_uid === null && { parent_uid: tree === 'sponsor' ? 'Choose a sponsor' : 'Choose a parent' }),
    ...(!isRoot && tree === 'placement' && leg === null && { leg: 'Choose a leg' }),
    ...(reason.trim() === '' && { reason: 'Enter a reason' }),
  };
}
