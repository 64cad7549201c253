import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { describeFailure } from '../../../api/failure';
import { useChange } from '../../../api/use-change';
import type { Dialog } from '../../../components/use-dialog';
import { collect } from './encryption.queries';
import { JwkText } from './jwk-text';

interface CollectDialogProps {
  application: { id: string; name: string };
  dialog: Dialog;
}

/** Shows an encryption key, after a note that this is audited. */
export function CollectDialog({ application, dialog }: CollectDialogProps) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title="Export an encryption key"
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {dialog.subject !== null && (
        <Collect key={dialog.subject} application={application} kid={dialog.subject} onClose={dialog.close} />
      )}
    </Modal>
  );
}

function Collect({
  application,
  kid,
  onClose,
}: {
  application: CollectDialogProps['application'];
  kid: string;
  onClose: () => void;
}) {
  const change = useChange({ run: () => collect(application.id, kid), refreshes: [['audit']], quiet: true });
  return (
    <Stack>
      <Text size="sm">
        Key <span className="mono">{kid}</span>
      </Text>
      {change.error !== null && (
        <Alert color="red" role="alert">
          {describeFailure(change.error)}
        </Alert>
      )}
      {change.data === undefined ? (
        <>
          <Text size="sm">Viewing the key is recorded in the audit log.</Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              leftSection={<IconEye size={16} aria-hidden />}
              loading={change.isPending}
              onClick={() => change.mutate()}
            >
              Show the key
            </Button>
          </Group>
        </>
      ) : (
        <>
          <JwkText jwk={change.data.jwk} platform={change.data.platform} name={application.name} />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
