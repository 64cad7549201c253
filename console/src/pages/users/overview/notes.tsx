import { Button, Card, Group, Modal, Stack, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { DialogForm } from '#console/components/dialog-form';
import { FailureState } from '#console/components/failure-state';
import { May } from '#console/components/may';
import { UserLink } from '#console/components/person';
import { useDialog, type Dialog } from '#console/components/use-dialog';
import { When } from '#console/components/when';
import { notesQuery } from '../users.queries';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

const MAX_NOTE = 2_000;

/** The newest notes about a user, and a button for another. */
export function Notes({ uid }: { uid: number }) {
  const dialog = useDialog('note');
  const { data, error, refetch } = useQuery(notesQuery(uid));
  return (
    <Card withBorder component="section" padding="md" aria-labelledby="notes">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="notes">
          {t('Notes')}
        </Title>
        <May do="notes.write">
          <Button variant="default" size="xs" onClick={() => dialog.open()}>
            {t('Add a note…')}
          </Button>
        </May>
      </Group>
      {error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {data?.results.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No notes yet. Members never see them.')}
        </Text>
      )}
      <Stack gap="md">
        {data?.results.map(({ id, text, at, by_uid, by_username }) => (
          <div key={id}>
            <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {text}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              {rich('<person/>, <when/>', {
                person: <UserLink uid={by_uid} name={by_username} inherit underline="always" />,
                when: <When at={at} />,
              })}
            </Text>
          </div>
        ))}
      </Stack>
      <Modal opened={dialog.isOpen} onClose={dialog.close} title={t('Add a note')}>
        <NoteForm uid={uid} dialog={dialog} />
      </Modal>
    </Card>
  );
}

function NoteForm({ uid, dialog }: { uid: number; dialog: Dialog }) {
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (value) => (value.trim() === '' ? t('Write something') : null) },
  });
  const change = useChange({
    run: (body: { text: string }) =>
      dataOf(api.POST('/admin/api/users/{uid}/notes/', { params: { path: { uid } }, body })),
    refreshes: [notesQuery(uid).queryKey, ['audit']],
    done: t('The note is added'),
    quiet: true,
    onDone: dialog.close,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('Nothing was added')}
      action={t('Add')}
      onClose={dialog.close}
    >
      <Textarea
        label={t('Note')}
        description={t('For admins alone.')}
        autosize
        minRows={3}
        maxLength={MAX_NOTE}
        data-autofocus
        {...form.getInputProps('text')}
      />
    </DialogForm>
  );
}
