import { Modal } from '@mantine/core';
import type { Dialog } from '../../../components/use-dialog';
import { AuditedSecret } from '../audited-secret';
import { collect } from './encryption.queries';
import { JwkText } from './jwk-text';
import { t } from '../../../i18n/t';

interface CollectDialogProps {
  application: { id: string; name: string };
  dialog: Dialog;
}

/** Shows an encryption key, after a note that this is audited. */
export function CollectDialog({ application: { id, name }, dialog }: CollectDialogProps) {
  const { isOpen, close, subject: kid } = dialog;
  return (
    <Modal opened={isOpen} onClose={close} title={t('Export an encryption key')} size="lg">
      {kid !== null && (
        <AuditedSecret key={kid} id={kid} read={() => collect(id, kid)} onClose={close}>
          {({ jwk, platform }) => <JwkText jwk={jwk} platform={platform} name={name} />}
        </AuditedSecret>
      )}
    </Modal>
  );
}
