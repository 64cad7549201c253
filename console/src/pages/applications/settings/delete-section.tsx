import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { api, dataOf } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { confirm } from '#console/components/confirm';
import { formatNumber } from '#console/components/format';
import { FormSection } from '#console/components/form-section';
import { roleChangeText } from '../labels';
import { deleteImpactQuery, type Application } from '../applications.queries';
import { plural, t } from '#console/i18n/t';

/** Deletes an application. */
export function DeleteSection({ application }: { application: Application }) {
  const { id, name } = application;
  const navigate = useNavigate();
  const change = useChange({
    run: () => dataOf(api.DELETE('/admin/api/applications/{id}/', { params: { path: { id } } })),
    refreshes: [['applications', 'list'], ['users'], ['audit']],
    done: t('{{name}} is deleted', { name }),
    onDone: () => void navigate('/applications', { replace: true }),
    quiet: true,
  });
  const ask = (): void =>
    confirm({
      title: t('Delete {{name}}?', { name }),
      body: <DeletionImpact application={application} />,
      action: t('Delete'),
      typed: name,
      run: () => change.mutateAsync(),
    });
  return (
    <FormSection
      title={t('Delete')}
      description={t('Permanent. To reject its requests temporarily, deactivate it instead.')}
      isDangerous
    >
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={ask}
      >
        {t('Delete this application')}
      </Button>
    </FormSection>
  );
}

/** What deleting an application affects: in general terms until the numbers are loaded. */
function DeletionImpact({ application: { id, api_admin } }: { application: Application }) {
  const { data: impact } = useQuery(deleteImpactQuery(id));
  const { username } = impact?.api_admin ?? api_admin;
  const deliveries = impact?.pending_deliveries ?? 0;
  return (
    <Stack gap="xs">
      <Text size="sm">{t('This cannot be undone. Immediately:')}</Text>
      <Text component="ul" size="sm" my={0} pl="lg" aria-live="polite">
        <li>{t('all of its keys stop working,')}</li>
        <li>{sessionsEnd(impact?.live_sessions)}</li>
        <li>
          {deliveries === 0
            ? t('it receives no more events,')
            : t('it receives no more events, including {{pending}} pending,', { pending: formatNumber(deliveries) })}
        </li>
        <li>{roleChangeText(username, impact?.api_admin.loses_role)}</li>
      </Text>
      <Text size="sm">{t('Its users, orders and audit log entries are kept.')}</Text>
    </Stack>
  );
}

function sessionsEnd(count: number | undefined): string {
  if (count === undefined) return t('all users who are logged in through it are logged out,');
  if (count === 0) return t('no session ends, because nobody is logged in through it,');
  return plural(count, '{{count}} session ends,', '{{count}} sessions end,');
}
