import { Badge } from '@mantine/core';
import { IconLock, IconWebhook } from '@tabler/icons-react';
import type { Application } from './applications.queries';

/** What somebody who looks after an application should notice: a webhook that does not work, encryption that is required. */
export function ApplicationMarks({ application: { webhook, require_encryption } }: { application: Application }) {
  const webhookMark = { active: undefined, failing: 'Webhook failing', disabled: 'Webhook disabled' }[
    webhook?.status ?? 'active'
  ];
  return (
    <>
      {webhookMark !== undefined && (
        <Badge
          component="span"
          variant="light"
          color={webhook?.status === 'disabled' ? 'red' : 'orange'}
          tt="none"
          leftSection={<IconWebhook size={13} aria-hidden />}
        >
          {webhookMark}
        </Badge>
      )}
      {require_encryption && (
        <Badge
          component="span"
          variant="light"
          color="indigo"
          tt="none"
          leftSection={<IconLock size={13} aria-hidden />}
        >
          Encryption required
        </Badge>
      )}
    </>
  );
}
