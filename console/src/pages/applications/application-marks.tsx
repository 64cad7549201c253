import { Badge } from '@mantine/core';
import { IconLock, IconWebhook, IconWorld } from '@tabler/icons-react';
import type { Application } from './applications.queries';
import { admitsAnySite } from './fields/any-site-alert';

/**
 * What somebody who looks after an application should notice: a webhook that does not work, a key that any site may use,
 * encryption that is required.
 */
export function ApplicationMarks({ application }: { application: Application }) {
  const { webhook, require_encryption } = application;
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
      {admitsAnySite(application) && (
        <Badge
          component="span"
          variant="light"
          color="orange"
          tt="none"
          leftSection={<IconWorld size={13} aria-hidden />}
        >
          Any site may call
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
