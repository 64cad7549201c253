import { Button, Group, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff, IconRotate } from '@tabler/icons-react';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { CopyText } from '#console/components/copy-text';
import { FailureAlert } from '#console/components/failure-alert';
import { FormSection } from '#console/components/form-section';
import { May } from '#console/components/may';
import { useDialog } from '#console/components/use-dialog';
import { When } from '#console/components/when';
import { RotateSecretDialog } from './rotate-secret-dialog';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

type Settings = Schemas['ReadWebhookView'];

/** The secret that events are signed with: hidden by default. */
export function SecretSection({ applicationId: id }: { applicationId: string }) {
  // Not kept in the query cache.
  const [shown, setShown] = useState<Settings>();
  const rotate = useDialog('rotate-secret');
  const show = useChange({
    run: () => dataOf(api.GET('/admin/api/applications/{id}/webhook/', { params: { path: { id } } })),
    refreshes: [['audit']],
    quiet: true,
    onDone: setShown,
  });
  return (
    <FormSection
      title={t('Secret')}
      description={t('The application uses it to verify that events come from here, with a Standard Webhooks library.')}
    >
      <Stack>
        <FailureAlert error={show.error} />
        {shown === undefined ? (
          <Text size="sm">{t('The secret is hidden. Viewing it is recorded in the audit log.')}</Text>
        ) : (
          <Secret settings={shown} />
        )}
        <Group gap="sm">
          {shown === undefined ? (
            <May do="secrets.reveal">
              <Button
                variant="default"
                leftSection={<IconEye size={16} aria-hidden />}
                loading={show.isPending}
                onClick={() => show.mutate()}
              >
                {t('Show the secret')}
              </Button>
            </May>
          ) : (
            <Button
              variant="default"
              leftSection={<IconEyeOff size={16} aria-hidden />}
              onClick={() => {
                setShown(undefined);
                show.reset();
              }}
            >
              {t('Hide the secret')}
            </Button>
          )}
          <May do="webhooks.write">
            <Button variant="default" leftSection={<IconRotate size={16} aria-hidden />} onClick={() => rotate.open()}>
              {t('Rotate the secret')}
            </Button>
          </May>
        </Group>
      </Stack>
      <RotateSecretDialog applicationId={id} dialog={rotate} onDone={setShown} />
    </FormSection>
  );
}

function Secret({ settings: { secret, secret_created_at, previous_secrets } }: { settings: Settings }) {
  return (
    <Stack gap="xs">
      <CopyText value={secret ?? ''} label={t('the secret')} isBlock />
      <Text size="sm" c="dimmed">
        {rich('Created <when/>.', { when: <When at={secret_created_at} /> })}
      </Text>
      {previous_secrets.map(({ expires_at }) => (
        <Text key={expires_at} size="sm" c="dimmed">
          {rich('The previous secret also signs until <when/>.', { when: <When at={expires_at} /> })}
        </Text>
      ))}
    </Stack>
  );
}
