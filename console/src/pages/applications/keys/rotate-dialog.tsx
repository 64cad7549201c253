import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure, describeFailure } from '../../../api/failure';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { CopyText } from '../../../components/copy-text';
import type { Dialog } from '../../../components/use-dialog';
import { missingOfOverlap, overlapBody, USUAL_OVERLAP, type OverlapValues } from '../fields/overlap';
import { OverlapField } from '../fields/overlap-field';
import type { IssuedKey } from './keys.queries';

interface RotateDialogProps {
  application: { id: string; name: string };
  dialog: Dialog;
}

/** Issues another key: first how long the others go on, then the key itself. */
export function RotateDialog({ application, dialog }: RotateDialogProps) {
  const [issued, setIssued] = useState<IssuedKey>();
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      onExitTransitionEnd={() => setIssued(undefined)}
      title={issued === undefined ? 'Rotate the key' : 'The new key'}
      size="lg"
      centered
      closeOnClickOutside={issued === undefined}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {issued === undefined ? (
        <Rotate application={application} onCancel={dialog.close} onDone={setIssued} />
      ) : (
        <Stack>
          <Text size="sm">
            Put it into {application.name} now, in the place of the old one. It can be shown again, which is audited.
          </Text>
          <CopyText value={issued.apikey} label="the new key" isBlock />
          <Group justify="flex-end">
            <Button onClick={dialog.close}>Done</Button>
          </Group>
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
        const problem = missingOfOverlap(overlap);
        setMissing(problem);
        if (problem === undefined) change.mutate(overlap);
      }}
    >
      <Stack>
        {change.error !== null && refused === undefined && (
          <Alert color="red" role="alert">
            {describeFailure(change.error)}
          </Alert>
        )}
        <OverlapField
          label="How long the present keys go on"
          description="Long enough to put the new key into the application everywhere. A key that ends earlier keeps its end."
          value={overlap}
          onChange={(value) => {
            setOverlap(value);
            setMissing(undefined);
            change.reset();
          }}
          error={missing ?? (refused === undefined ? undefined : `The time ${refused} seconds`)}
        />
        {overlap.choice === '0' && (
          <Alert color="yellow" role="status">
            The application is refused from now on until it has the new key. Right for a key that others have seen.
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Rotate
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
