import { Button, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { confirm } from '../../../components/confirm';
import { FormSection } from '../../../components/form-section';
import type { Application } from '../applications.queries';

/** The end of an application. */
export function DeleteSection({ application: { id, name, api_admin } }: { application: Application }) {
  const navigate = useNavigate();
  const change = useChange({
    run: () => dataOf(api.DELETE('/admin/api/applications/{id}/', { params: { path: { id } } })),
    refreshes: [['applications', 'list'], ['audit']],
    done: `${name} is deleted`,
    onDone: () => void navigate('/applications', { replace: true }),
    quiet: true,
  });
  const ask = (): void =>
    confirm({
      title: `Delete ${name}?`,
      body: (
        <Stack gap="xs">
          <Text size="sm">This cannot be undone. At once:</Text>
          <Text component="ul" size="sm" my={0} pl="lg">
            <li>all of its keys stop working,</li>
            <li>everybody who is logged in through it is logged out,</li>
            <li>it hears of no more events,</li>
            <li>{api_admin.username} is no API admin any more, unless of another application.</li>
          </Text>
          <Text size="sm">Its users and orders stay, and so does what the audit log says of it.</Text>
        </Stack>
      ),
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
