import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { confirm } from '../../../components/confirm';
import { formatNumber } from '../../../components/format';
import { FormSection } from '../../../components/form-section';
import { roleChangeText } from '../labels';
import { deleteImpactQuery, type Application } from '../applications.queries';

/** Deletes an application. */
export function DeleteSection({ application }: { application: Application }) {
  const { id, name } = application;
  const navigate = useNavigate();
  const change = useChange({
    run: () => dataOf(api.DELETE('/admin/api/applications/{id}/', { params: { path: { id } } })),
    refreshes: [['applications', 'list'], ['users'], ['audit']],
    done: `${name} is deleted`,
    onDone: () => void navigate('/applications', { replace: true }),
    quiet: true,
  });
  const ask = (): void =>
    confirm({
      title: `Delete ${name}?`,
      body: <DeletionImpact application={application} />,
      action: 'Delete',
      typed: name,
      run: () => change.mutateAsync(),
    });
  return (
    <FormSection
      title="Delete"
      description="Permanent. To reject its requests temporarily, deactivate it instead."
      isDangerous
    >
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={ask}
      >
        Delete this application
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
      <Text size="sm">This cannot be undone. Immediately:</Text>
      <Text component="ul" size="sm" my={0} pl="lg" aria-live="polite">
        <li>all of its keys stop working,</li>
        <li>{sessionsEnd(impact?.live_sessions)}</li>
        <li>it receives no more events{deliveries > 0 && `, including ${formatNumber(deliveries)} pending`},</li>
        <li>{roleChangeText(username, impact?.api_admin.loses_role)}</li>
      </Text>
      <Text size="sm">Its users, orders and audit log entries are kept.</Text>
    </Stack>
  );
}

function sessionsEnd(count: number | undefined): string {
  if (count === undefined) return 'all users who are logged in through it are logged out,';
  if (count === 0) return 'no session ends, because nobody is logged in through it,';
  return count === 1 ? '1 session ends,' : `${formatNumber(count)} sessions end,`;
}
