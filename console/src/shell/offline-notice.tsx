import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconPlugConnectedX } from '@tabler/icons-react';

/** Says that the browser has no network; what is shown may be old, and changes will be refused. */
export function OfflineNotice() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="yellow" mb="md" role="status" icon={<IconPlugConnectedX aria-hidden />} title="You are offline">
      What you see may be out of date. Changes can be saved once the connection is back.
    </Alert>
  );
}
