import { Code, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogButtons } from '#console/components/dialog-footer';
import { ApiFailure } from '#console/api/failure';
import { FailureAlert } from '#console/components/failure-alert';
import type { Dialog } from '#console/components/use-dialog';
import type { Application } from '../applications.queries';
import { useApplicationChange } from '../use-application-change';
import { t } from '#console/i18n/t';

const USUAL_MESSAGE = t('the application key is in maintenance mode');

/** Starts maintenance, or changes its message. */
export function MaintenanceDialog({ application, dialog }: { application: Application; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={application.status === 'maintenance' ? t('Change the message') : t('Start maintenance')}
    >
      <Message application={application} onClose={dialog.close} />
    </Modal>
  );
}

function Message({ application, onClose }: { application: Application; onClose: () => void }) {
  const { id, name, status, maintenance_message } = application;
  const [text, setText] = useState(maintenance_message ?? '');
  const message = text.trim() === '' ? null : text.trim();
  const change = useApplicationChange(id, {
    done: status === 'maintenance' ? t('The message was changed') : t('{{name}} is in maintenance', { name }),
    onDone: onClose,
    quiet: true,
  });
  const problem =
    change.error instanceof ApiFailure ? change.error.fields.maintenance_message?.[0]?.message : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ status: 'maintenance', maintenance_message: message });
      }}
    >
      <Stack>
        {problem === undefined && <FailureAlert error={change.error} />}
        <Text size="sm">
          {t(
            'Within 2 seconds every request with any of its keys is rejected until you end maintenance. Webhooks are still sent.',
          )}
        </Text>
        <TextInput
          label={t('Message')}
          description={t('The message for clients, such as when maintenance ends. Optional.')}
          placeholder={t('Back at noon UTC.')}
          maxLength={500}
          value={text}
          error={problem}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          data-autofocus
        />
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t('Response to clients')}
          </Text>
          <Code block className="code-wrap" tabIndex={0} role="region" aria-label={t('Response to clients')}>
            {`400 Under Maintenance\nRetry-After: 300\n\n${JSON.stringify({ message: message ?? USUAL_MESSAGE }, null, 1)}`}
          </Code>
        </div>
        <DialogButtons
          action={status === 'maintenance' ? t('Change the message') : t('Start maintenance')}
          isPending={change.isPending}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}
