import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlayerPlay, IconPower } from '@tabler/icons-react';
import { identityQuery } from '#console/api/session';
import { confirm } from '#console/components/confirm';
import { FormSection } from '#console/components/form-section';
import { StatusBadge } from '#console/components/status-badge';
import { ApprovalForecast } from '../../approvals';
import { useUserChange } from '../use-user-change';
import type { User } from '../users.queries';
import { t } from '#console/i18n/t';

/** Whether a user can log in. */
export function StatusSection({ user: { uid, username, status } }: { user: User }) {
  const { data: me } = useQuery(identityQuery);
  const activate = useUserChange(uid, { done: t('{{username}} is active', { username }) });
  const deactivate = useUserChange(uid, { done: t('{{username}} is inactive', { username }), quiet: true });
  const isMe = me?.uid === uid;
  const askToDeactivate = (): void =>
    confirm({
      title: t('Deactivate {{username}}?', { username }),
      body: t(
        'Once it is done, all their sessions end, in every application, and they cannot log in until they are activated again. Their cart, wishlist and orders are kept.',
      ),
      forecast: <ApprovalForecast kind="user.demote" id={uid} />,
      action: t('Deactivate'),
      run: () => deactivate.mutateAsync({ status: 'inactive' }),
    });
  return (
    <FormSection title={t('Status')} description={t('Whether they can log in.')}>
      <Stack gap="md">
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <StatusBadge status={status} />
          <Text size="sm">
            {status === 'active' ? t('They can log in.') : t('They cannot log in. Their data is kept.')}
          </Text>
        </Group>
        {status === 'active' ? (
          <Group gap="sm">
            <Button
              variant="default"
              c={isMe ? undefined : 'var(--mantine-color-error)'}
              leftSection={<IconPower size={16} aria-hidden />}
              disabled={isMe}
              onClick={askToDeactivate}
            >
              {t('Deactivate')}
            </Button>
            {isMe && (
              <Text size="sm" c="dimmed">
                {t('This is your own account: another super admin has to do it.')}
              </Text>
            )}
          </Group>
        ) : (
          <Group>
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              loading={activate.isPending}
              onClick={() => activate.mutate({ status: 'active' })}
            >
              {t('Activate')}
            </Button>
          </Group>
        )}
      </Stack>
    </FormSection>
  );
}
