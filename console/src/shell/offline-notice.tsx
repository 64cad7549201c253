import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { t } from '../i18n/t';

/** Shown while the browser is offline. */
export function OfflineNotice() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="yellow" mb="md" role="status" icon={<IconPlugConnectedX aria-hidden />} title={t('You are offline')}>
      {t('The data shown may be out of date. Changes can be saved once the connection is back.')}
    </Alert>
  );
}
