import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '#console/api/client';
import { useMay } from '#console/api/permissions';
import { useChange } from '#console/api/use-change';
import { confirm } from '#console/components/confirm';
import { FailureState } from '#console/components/failure-state';
import { FormSection } from '#console/components/form-section';
import { When } from '#console/components/when';
import { consentsQuery, type User } from '../users.queries';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

/** What a user lets applications do, since they logged in on the sign-in page. */
export function ConsentsSection({ user: { uid, username } }: { user: User }) {
  const { data: consents, error, refetch } = useQuery(consentsQuery(uid));
  const mayWithdraw = useMay()('users.write');
  const withdraw = useChange({
    run: ({ application_id }: Schemas['ConsentView']) =>
      dataOf(
        api.DELETE('/admin/api/users/{uid}/consents/{application_id}/', { params: { path: { uid, application_id } } }),
      ),
    refreshes: [consentsQuery(uid).queryKey, ['audit']],
    done: (_, { name }) => t('{{name}} no longer has access', { name }),
    quiet: true,
  });
  const askToWithdraw = (consent: Schemas['ConsentView']): void =>
    confirm({
      title: t('Withdraw the access of {{name}}?', { name: consent.name }),
      body: t(
        'Its sessions of {{username}} that began on the sign-in page end immediately. It has to ask again at the next log-in.',
        { username },
      ),
      action: t('Withdraw'),
      run: () => withdraw.mutateAsync(consent),
    });
  return (
    <FormSection
      title={t('Applications with access')}
      description={t('What this user allowed applications on the sign-in page.')}
    >
      {error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {consents?.length === 0 && <Text size="sm">{t('No application has access.')}</Text>}
      <Stack gap="md">
        {consents?.map((consent) => (
          <Group key={consent.application_id} justify="space-between" gap="sm">
            <div style={{ overflowWrap: 'anywhere' }}>
              <Text fw={600}>{consent.name}</Text>
              <Text size="sm" c="dimmed" component="div">
                {rich('{{scopes}}, since <when/>', {
                  scopes: consent.scopes.join(', '),
                  when: <When at={consent.created_at} />,
                })}
              </Text>
            </div>
            {mayWithdraw && (
              <Button
                variant="default"
                aria-label={t('Withdraw the access of {{name}}', { name: consent.name })}
                onClick={() => askToWithdraw(consent)}
              >
                {t('Withdraw')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </FormSection>
  );
}
