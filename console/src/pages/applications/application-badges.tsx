import { Badge } from '@mantine/core';
import { IconLock, IconWebhook, IconWorld } from '@tabler/icons-react';
import type { Application } from './applications.queries';
import { allowsAnySite } from './fields/any-site-warning';
import { t } from '../../i18n/t';

/**
 * Badges for what needs attention: a failing webhook, a key that any site may use, required encryption.
 */
export function ApplicationBadges({ application }: { application: Application }) {
  const { webhook, require_encryption } = application;
  const webhookMark = { active: undefined, failing: t('Webhook failing'), disabled: t('Webhook disabled') }[
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
      {allowsAnySite(application) && (
        <Badge
          component="span"
          variant="light"
          color="orange"
          tt="none"
          leftSection={<IconWorld size={13} aria-hidden />}
        >
          {t('Any site may call')}
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
          {t('Encryption required')}
        </Badge>
      )}
    </>
  );
}
