import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DialogButtons, DialogFooter } from '#console/components/dialog-footer';
import { ApiFailure } from '#console/api/failure';
import { api, dataOf } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { CopyText } from '#console/components/copy-text';
import { FailureAlert } from '#console/components/failure-alert';
import type { Dialog } from '#console/components/use-dialog';
import { overlapError, overlapBody, USUAL_OVERLAP, type OverlapValues } from '../fields/overlap';
import { OverlapField } from '../fields/overlap-field';
import type { IssuedKey } from './keys.queries';
import { t } from '#console/i18n/t';

interface RotateDialogProps {
  application: { id: string; name: string };
  dialog: Dialog;
}

/** Issues another key: asks for the overlap, then shows the key. */
export function RotateDialog({ application, dialog }: RotateDialogProps) {
  const [issued, setIssued] = useState<IssuedKey>();
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      onExitTransitionEnd={() => setIssued(undefined)}
      title={issued === undefined ? t('Rotate the key') : t('The new key')}
      size="lg"
      closeOnClickOutside={issued === undefined}
    >
      {issued === undefined ? (
        <Rotate application={application} onCancel={dialog.close} onDone={setIssued} />
      ) : (
        <Stack>
          <Text size="sm">
            {t('Replace the old key in {{name}} with it now. It can be shown again, which is audited.', {
              name: application.name,
            })}
          </Text>
          <CopyText value={issued.apikey} label={t('the new key')} isBlock />
          <DialogFooter>
            <Button onClick={dialog.close}>{t('Done')}</Button>
          </DialogFooter>
        </Stack>
      )}
    </Modal>
  );
}

function Rotate({
  application,
  onCancel,
  onDone,
}: {
  application: RotateDialogProps['application'];
  onCancel: () => void;
  onDone: (issued: IssuedKey) => void;
}) {
  const { id } = application;
  const [overlap, setOverlap] = useState<OverlapValues>(USUAL_OVERLAP);
  const [missing, setMissing] = useState<string>();
  const change = useChange({
    run: (values: OverlapValues) =>
      dataOf(api.POST('/admin/api/applications/{id}/keys/', { params: { path: { id } }, body: overlapBody(values) })),
    refreshes: [['applications'], ['audit']],
    quiet: true,
    onDone,
  });
  const refused = change.error instanceof ApiFailure ? change.error.fields.overlap_seconds?.[0]?.message : undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const problem = overlapError(overlap);
        setMissing(problem);
        if (problem === undefined) change.mutate(overlap);
      }}
    >
      <Stack>
        {refused === undefined && <FailureAlert error={change.error} />}
        <OverlapField
          label={t('Keep current keys valid for')}
          description={t(
            'Allow enough time to deploy the new key everywhere. A key that expires earlier is not extended.',
          )}
          value={overlap}
          onChange={(value) => {
            setOverlap(value);
            setMissing(undefined);
            change.reset();
          }}
          error={
            missing ?? (refused === undefined ? undefined : t('The time {{problem}} seconds', { problem: refused }))
          }
        />
        {overlap.choice === '0' && (
          <Alert color="yellow" role="status">
            {t('Requests of the application are rejected until it has the new key. Use this for a leaked key.')}
          </Alert>
        )}
        <DialogButtons action={t('Rotate')} isPending={change.isPending} onClose={onCancel} />
      </Stack>
    </form>
  );
}
