import { Checkbox, Modal, Radio, Stack, TextInput, Button } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useNavigate } from 'react-router';
import { api, dataOf } from '#console/api/client';
import { ApiFailure } from '#console/api/failure';
import { useTriedChange } from '#console/api/use-tried-change';
import { DialogForm } from '#console/components/dialog-form';
import { instantOf, LAST_LOCAL_TIME, localTimeOf } from '#console/components/local-time';
import type { Dialog } from '#console/components/use-dialog';
import { type User, UserPicker } from '#console/components/user-picker';
import { TREES } from '../labels';
import type { Member, NetworkSettings, Tree, Stands } from '../network.queries';
import { LegField } from './leg-field';
import { MovePreview } from './move-preview';
import { ReasonField } from '#console/components/reason-field';
import { plural, t, within } from '#console/i18n/t';
import { useRef, type ComponentProps } from 'react';
import { useUserOf } from './use-user-of';

interface MoveDialogProps {
  member: Member;
  tree: Tree;
  settings: NetworkSettings;
}

interface MoveValues extends Record<string, unknown> {
  isRoot: boolean;
  parent_uid: User | null;
  leg: string | null;
  when: 'now' | 'past';
  /** A local time. */
  from: string;
  reason: string;
}

/** Moves a member in a tree with all below; what that changes is shown first. */
export function MoveDialog({ dialog, ...props }: MoveDialogProps & { dialog: Dialog }) {
  const { member, tree } = props;
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={
        member[tree].position === null
          ? t('Place {{username}}', { username: member.username })
          : t('Move {{username}} in the {{tree}}', { username: member.username, tree: within(TREES[tree]) })
      }
      size="lg"
    >
      <MoveForm {...props} onClose={dialog.close} />
    </Modal>
  );
}

function MoveForm({ member, tree, settings, onClose }: MoveDialogProps & { onClose: () => void }) {
  const { uid, username } = member;
  const navigate = useNavigate();
  const isNew = member[tree].position === null;
  const { preview, forget, submit, change } = useTriedChange({
    run: (values: MoveValues, isDry) =>
      withinMinute(values.from, (from) =>
        dataOf(
          api.POST('/admin/api/network/{uid}/move/', {
            params: { path: { uid } },
            body: {
              tree,
              parent_uid: values.isRoot ? null : values.parent_uid!.uid,
              ...(tree === 'placement' && !values.isRoot && { leg: Number(values.leg) }),
              reason: values.reason,
              ...(values.when === 'past' && { from }),
              dry_run: isDry,
            },
          }),
        ),
      ),
    refreshes: [['network'], ['users'], ['corrections'], ['audit']],
    done: isNew ? t('{{username}} is placed', { username }) : t('{{username}} is moved', { username }),
    onDone: ({ correction_id: correction }) => {
      if (correction === null) onClose();
      else void navigate(`/commission-corrections/${correction}`);
    },
  });
  const form = useForm<MoveValues>({
    initialValues: { isRoot: false, parent_uid: null, leg: null, when: 'now', from: '', reason: '' },
    validate: (values) => validateMove(values, tree),
    onValuesChange: (values, before) => {
      if (values.reason === before.reason) forget();
    },
  });
  const choose = (user: User | null): void => form.setValues({ parent_uid: user, leg: null });
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      change={change}
      failed={t('This move is not possible')}
      action={
        preview === undefined
          ? t('Show what changes')
          : isNew
            ? t('Place {{username}}', { username })
            : plural(preview.members, 'Move {{count}} member', 'Move {{count}} members')
      }
      isDangerous={preview !== undefined && !isNew}
      onClose={onClose}
    >
      {!form.values.isRoot && (
        <ParentField
          label={tree === 'sponsor' ? t('New sponsor') : t('New parent')}
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
      <Checkbox label={t('Make the member a root')} {...form.getInputProps('isRoot', { type: 'checkbox' })} />
      <SinceFields form={form} />
      <ReasonField {...form.getInputProps('reason')} />
      <div role="status">
        {preview !== undefined && <MovePreview move={preview} member={member} settings={settings} />}
      </div>
    </DialogForm>
  );
}

/** The field has no seconds: sends the start of the minute, or what the service answers is the earliest instant of that minute. */
async function withinMinute<Output>(local: string, run: (from: string) => Promise<Output>): Promise<Output> {
  try {
    return await run(instantOf(local) ?? local);
  } catch (error) {
    const at = error instanceof ApiFailure ? Date.parse(error.fields.from?.[0]?.at ?? '') : NaN;
    if (Number.isNaN(at) || localTimeOf(at) !== local) throw error;
    // The database keeps more than milliseconds.
    return run(new Date(at + 1).toISOString());
  }
}

/** When the move takes effect: now, or at an instant in the past. */
function SinceFields({ form }: { form: UseFormReturnType<MoveValues> }) {
  return (
    <>
      <Radio.Group label={t('Effective')} {...form.getInputProps('when')}>
        <Stack gap="xs" mt="xs">
          <Radio value="now" label={t('From now on')} description={t('Past periods do not change.')} />
          <Radio
            value="past"
            label={t('Dated back')}
            description={t(
              'To correct a past mistake. Posted periods since then are calculated again; the differences are paid once they are approved.',
            )}
          />
        </Stack>
      </Radio.Group>
      {form.values.when === 'past' && (
        <TextInput
          label={t('Since')}
          description={t('In this computer’s time zone. Both must be members by then.')}
          type="datetime-local"
          max={LAST_LOCAL_TIME}
          withAsterisk
          {...form.getInputProps('from')}
        />
      )}
    </>
  );
}

/** What is missing; the service validates the rest. */
function validateMove({ isRoot, parent_uid, leg, when, from, reason }: MoveValues, tree: Tree): Record<string, string> {
  return {
    ...(!isRoot &&
      parent_uid === null && { parent_uid: tree === 'sponsor' ? t('Choose a sponsor') : t('Choose a parent') }),
    ...(!isRoot && tree === 'placement' && leg === null && { leg: t('Choose a leg') }),
    ...(when === 'past' && from === '' && { from: t('Enter the effective date') }),
    ...(reason.trim() === '' && { reason: t('Enter a reason') }),
  };
}

interface ParentFieldProps extends ComponentProps<typeof UserPicker> {
  /** Where the search for a free place begins; null where that is not offered. */
  beginAt: Stands['position'];
}

/** Who is to stand above. Who places a member is offered its sponsor first, and goes down from there. */
function ParentField({ beginAt, ...picker }: ParentFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const { find, isFinding } = useUserOf((user) => {
    picker.onChange(user);
    // The pressed button disappears: the focus moves here.
    field.current?.focus();
  });
  const sponsor = beginAt?.parent_uid ?? null;
  return (
    <Stack ref={field} tabIndex={-1} gap="xs">
      <UserPicker {...picker} />
      {sponsor !== null && picker.value === null && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          loading={isFinding}
          onClick={() => find(sponsor)}
        >
          {t('Begin at the sponsor, {{parent}}', { parent: beginAt?.parent ?? t('uid {{sponsor}}', { sponsor }) })}
        </Button>
      )}
    </Stack>
  );
}
