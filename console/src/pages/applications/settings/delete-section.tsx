import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { confirm } from '../../../components/confirm';
import { formatNumber } from '../../../components/format';
import { FormSection } from '../../../components/form-section';
import { whatBecomesOf } from '../words';
import { deleteImpactQuery, type Application } from '../applications.queries';

/** The end of an application. */
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
      body: <WhatEnds application={application} />,
      action: 'Delete',
      typed: name,
      run: () => change.mutateAsync(),
    });
  return (
    <FormSection
      title="Delete"
      description="For good. To refuse its requests for a while, deactivate it instead."
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

/** What ends with an application: in general until it is known, and then in numbers. */
function WhatEnds({ application: { id, api_admin } }: { application: Application }) {
  const { data: impact } = useQuery(deleteImpactQuery(id));
  const { username } = impact?.api_admin ?? api_admin;
  const deliveries = impact?.pending_deliveries ?? 0;
  return (
    <Stack gap="xs">
      <Text size="sm">This cannot be undone. At once:</Text>
      <Text component="ul" size="sm" my={0} pl="lg" aria-live="polite">
        <li>all of its keys stop working,</li>
        <li>{sessionsEnd(impact?.live_sessions)}</li>
        <li>it hears of no more events{deliveries > 0 && `, ${formatNumber(deliveries)} that wait included`},</li>
        <li>{whatBecomesOf(username, impact?.api_admin.loses_role)}</li>
      </Text>
      <Text size="sm">Its users and orders stay, and so does what the audit log says of it.</Text>
    </Stack>
  );
}

function sessionsEnd(count: number | undefined): string {
  if (count === undefined) return 'everybody who is logged in through it is logged out,';
  if (count === 0) return 'no session ends, for nobody is logged in through it,';
  return count === 1 ? '1 session ends,' : `${formatNumber(count)} sessions end,`;
}
