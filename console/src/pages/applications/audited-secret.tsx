import { Button, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DialogFooter } from '../../components/dialog-footer';
import { FailureAlert } from '../../components/failure-alert';
import { useChange } from '../../api/use-change';
import { rich } from '../../i18n/rich';
import { t } from '../../i18n/t';

interface AuditedSecretProps<Secret> {
  /** Id of the key. */
  id: string;
  read: () => Promise<Secret>;
  children: (secret: Secret) => ReactNode;
  onClose: () => void;
}

/** Shows a key in a dialog, after a note that this is audited. */
export function AuditedSecret<Secret>({ id, read, children, onClose }: AuditedSecretProps<Secret>) {
  const change = useChange({ run: read, refreshes: [['audit']], quiet: true });
  return (
    <Stack>
      <Text size="sm">{rich('Key <span/>', { span: <span className="mono">{id}</span> })}</Text>
      <FailureAlert error={change.error} />
      {change.data === undefined ? (
        <>
          <Text size="sm">{t('Viewing the key is recorded in the audit log.')}</Text>
          <DialogFooter>
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button
              leftSection={<IconEye size={16} aria-hidden />}
              loading={change.isPending}
              onClick={() => change.mutate()}
            >
              {t('Show the key')}
            </Button>
          </DialogFooter>
        </>
      ) : (
        <>
          {children(change.data)}
          <DialogFooter>
            <Button onClick={onClose}>{t('Done')}</Button>
          </DialogFooter>
        </>
      )}
    </Stack>
  );
}
