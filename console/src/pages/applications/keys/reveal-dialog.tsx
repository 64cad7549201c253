import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { describeFailure } from '../../../api/failure';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { CopyText } from '../../../components/copy-text';
import type { Dialog } from '../../../components/use-dialog';

/** Shows a key again, after a note that this is audited. */
export function RevealDialog({ applicationId, dialog }: { applicationId: string; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title="Show a key"
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {dialog.subject !== null && (
        <Reveal key={dialog.subject} id={applicationId} keyId={dialog.subject} onClose={dialog.close} />
      )}
    </Modal>
  );
}

function Reveal({ id, keyId, onClose }: { id: string; keyId: string; onClose: () => void }) {
  const change = useChange({
    run: () =>
      dataOf(
        api.POST('/admin/api/applications/{id}/keys/{key_id}/reveal/', { params: { path: { id, key_id: keyId } } }),
      ),
    refreshes: [['audit']],
    quiet: true,
  });
  return (
    <Stack>
      <Text size="sm">
        Key <span className="mono">{keyId}</span>
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
          <CopyText value={change.data.apikey} label="the key" isBlock />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
