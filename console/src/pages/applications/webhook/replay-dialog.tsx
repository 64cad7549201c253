import { Button, Checkbox, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogButtons, DialogFooter } from '#console/components/dialog-footer';
import { ApiFailure } from '#console/api/failure';
import { api, dataOf, type Schemas } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { FailureAlert } from '#console/components/failure-alert';
import { formatExactDate } from '#console/components/format';
import { instantOf, LAST_LOCAL_TIME, localTimeOf } from '#console/components/local-time';
import type { Dialog } from '#console/components/use-dialog';
import { watchResent } from './webhook.queries';
import { plural, t } from '#console/i18n/t';

const HOUR_MS = 3_600_000;

interface Replay {
  since: string;
  failed_only: boolean;
}

/** Resends all events since a time. */
export function ReplayDialog({ applicationId, dialog }: { applicationId: string; dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={t('Resend events')}>
      <ReplayForm applicationId={applicationId} onClose={dialog.close} />
    </Modal>
  );
}

function ReplayForm({ applicationId: id, onClose }: { applicationId: string; onClose: () => void }) {
  const [since, setSince] = useState(() => localTimeOf(Date.now() - HOUR_MS));
  const [failedOnly, setFailedOnly] = useState(true);
  const [missing, setMissing] = useState<string>();
  const [result, setResult] = useState<Schemas['QueuedView']>();
  const change = useChange({
    run: (body: Replay) =>
      dataOf(api.POST('/admin/api/applications/{id}/deliveries/redeliver/', { params: { path: { id } }, body })).then(
        watchResent,
      ),
    refreshes: [['applications'], ['deliveries'], ['audit']],
    quiet: true,
    onDone: setResult,
  });
  const refused = change.error instanceof ApiFailure ? change.error.fields.since?.[0]?.message : undefined;
  const send = (): void => {
    const moment = instantOf(since);
    setMissing(moment === undefined ? t('Enter a date and time') : undefined);
    if (moment !== undefined) change.mutate({ since: moment, failed_only: failedOnly });
  };
  if (result !== undefined)
    return (
      <Replayed
        data={result}
        change={change}
        onMore={(next) => change.mutate({ since: next, failed_only: failedOnly })}
        onClose={onClose}
      />
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack>
        {refused === undefined && <FailureAlert error={change.error} />}
        <TextInput
          label={t('Since')}
          description={t(
            'In your time zone; at most 30 days ago. Resends the events selected now, including those from before they were selected.',
          )}
          type="datetime-local"
          max={LAST_LOCAL_TIME}
          withAsterisk
          value={since}
          onChange={({ currentTarget }) => setSince(currentTarget.value)}
          error={missing ?? (refused === undefined ? undefined : t('The time {{problem}}', { problem: refused }))}
        />
        <Checkbox
          label={t('Only undelivered events')}
          description={t(
            'Otherwise the application also gets events again that it already has, with the same event ids.',
          )}
          checked={failedOnly}
          onChange={({ currentTarget }) => setFailedOnly(currentTarget.checked)}
        />
        <DialogButtons action={t('Send again')} isPending={change.isPending} onClose={onClose} />
      </Stack>
    </form>
  );
}

function Replayed({
  data: { queued, next_since },
  change: { isPending, error },
  onMore,
  onClose,
}: {
  data: Schemas['QueuedView'];
  change: { isPending: boolean; error: Error | null };
  onMore: (since: string) => void;
  onClose: () => void;
}) {
  return (
    <Stack>
      <FailureAlert error={error} />
      <Text size="sm" role="status">
        {plural(
          queued,
          '{{count}} event is queued and will be sent now.',
          '{{count}} events are queued and will be sent now.',
        )}
      </Text>
      {next_since !== null && (
        <Text size="sm">
          {t('There are more, from {{next_since}} on. Continue to send those too.', {
            next_since: formatExactDate(next_since),
          })}
        </Text>
      )}
      <DialogFooter>
        <Button variant={next_since === null ? 'filled' : 'default'} onClick={onClose}>
          {t('Done')}
        </Button>
        {next_since !== null && (
          <Button loading={isPending} onClick={() => onMore(next_since)}>
            {t('Continue')}
          </Button>
        )}
      </DialogFooter>
    </Stack>
  );
}
