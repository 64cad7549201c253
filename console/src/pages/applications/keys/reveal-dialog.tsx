import { Modal } from '@mantine/core';
import { api, dataOf } from '../../../api/client';
import { CopyText } from '../../../components/copy-text';
import type { Dialog } from '../../../components/use-dialog';
import { AuditedSecret } from '../audited-secret';
import { t } from '../../../i18n/t';

/** Shows a key again, after a note that this is audited. */
export function RevealDialog({ applicationId, dialog }: { applicationId: string; dialog: Dialog }) {
  const { isOpen, close, subject: keyId } = dialog;
  return (
    <Modal opened={isOpen} onClose={close} title={t('Show a key')} size="lg">
      {keyId !== null && (
        <AuditedSecret key={keyId} id={keyId} read={() => reveal(applicationId, keyId)} onClose={close}>
          {({ apikey }) => <CopyText value={apikey} label={t('the key')} isBlock />}
        </AuditedSecret>
      )}
    </Modal>
  );
}

const reveal = (id: string, keyId: string) =>
  dataOf(api.POST('/admin/api/applications/{id}/keys/{key_id}/reveal/', { params: { path: { id, key_id: keyId } } }));
