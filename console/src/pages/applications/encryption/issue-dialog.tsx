import { Button, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { DialogButtons, DialogFooter } from '#console/components/dialog-footer';
import { ApiFailure } from '#console/api/failure';
import { api, dataOf, type Schemas } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { FailureAlert } from '#console/components/failure-alert';
import type { Dialog } from '#console/components/use-dialog';
import type { Application, Platform } from '../applications.queries';
import { overlapError, overlapBody, USUAL_OVERLAP, type OverlapValues } from '../fields/overlap';
import { OverlapField } from '../fields/overlap-field';
import { optionsOf, PLATFORMS, PLATFORMS_OF } from '../labels';
import type { EncryptionKey } from './encryption.queries';
import { JwkText } from './jwk-text';
import { t } from '#console/i18n/t';

type Issued = Schemas['EncryptionKeyView'];

interface IssueDialogProps {
  application: Application;
  live: readonly EncryptionKey[];
  dialog: Dialog;
}

/** Creates an encryption key: asks for the platform and the overlap, then shows the key. */
export function IssueDialog({ application, live, dialog }: IssueDialogProps) {
  const [issued, setIssued] = useState<Issued>();
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      onExitTransitionEnd={() => setIssued(undefined)}
      title={
        issued === undefined
          ? t('Create an encryption key')
          : t('The new key for {{platform}}', { platform: PLATFORMS[issued.platform] })
      }
      size="lg"
      closeOnClickOutside={issued === undefined}
    >
      {issued === undefined ? (
        <Issue
          key={dialog.subject}
          application={application}
          live={live}
          platform={platformOf(dialog.subject) ?? PLATFORMS_OF[application.client_type][0]!}
          onCancel={dialog.close}
          onDone={setIssued}
        />
      ) : (
        <Stack>
          <JwkText jwk={issued.jwk} platform={issued.platform} name={application.name} />
          <DialogFooter>
            <Button onClick={dialog.close}>{t('Done')}</Button>
          </DialogFooter>
        </Stack>
      )}
    </Modal>
  );
}

interface IssueProps {
  application: Application;
  live: readonly EncryptionKey[];
  platform: Platform;
  onCancel: () => void;
  onDone: (issued: Issued) => void;
}

function Issue({ application: { id }, live, platform: first, onCancel, onDone }: IssueProps) {
  const [platform, setPlatform] = useState(first);
  const [overlap, setOverlap] = useState<OverlapValues>(USUAL_OVERLAP);
  const [missing, setMissing] = useState<string>();
  const hasOlder = live.some((key) => key.platform === platform);
  const change = useChange({
    run: (body: Schemas['IssueEncryptionKeyDto']) =>
      dataOf(api.POST('/admin/api/applications/{id}/encryption-keys/', { params: { path: { id } }, body })),
    refreshes: [['applications'], ['audit']],
    quiet: true,
    onDone,
  });
  const refused = change.error instanceof ApiFailure ? change.error.fields : {};
  const tooLong = refused.overlap_seconds?.[0]?.message;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const problem = hasOlder ? overlapError(overlap) : undefined;
        setMissing(problem);
        if (problem === undefined) change.mutate({ platform, ...(hasOlder && overlapBody(overlap)) });
      }}
    >
      <Stack>
        {Object.keys(refused).length === 0 && <FailureAlert error={change.error} />}
        <Select
          label={t('Platform')}
          description={t(
            'The platform of the build that will use the key. Each platform has its own keys, so that they can be rotated independently.',
          )}
          data={optionsOf(PLATFORMS)}
          value={platform}
          onChange={(value) => setPlatform(platformOf(value) ?? platform)}
          allowDeselect={false}
          error={
            refused.platform?.[0] === undefined
              ? undefined
              : t('This platform {{message}}', { message: refused.platform[0].message })
          }
          data-autofocus
        />
        {hasOlder && (
          <OverlapField
            label={t('Keep current keys valid for')}
            description={t(
              'Allow enough time to roll out a build with the new key. A key that retires earlier is not extended.',
            )}
            value={overlap}
            onChange={(value) => {
              setOverlap(value);
              setMissing(undefined);
              change.reset();
            }}
            error={
              missing ?? (tooLong === undefined ? undefined : t('The time {{problem}} seconds', { problem: tooLong }))
            }
          />
        )}
        <DialogButtons action={t('Create key')} isPending={change.isPending} onClose={onCancel} />
      </Stack>
    </form>
  );
}

function platformOf(value: string | null): Platform | undefined {
  return optionsOf(PLATFORMS).find((option) => option.value === value)?.value;
}
