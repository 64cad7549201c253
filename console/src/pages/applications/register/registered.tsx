import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { serviceQuery } from '../../../api/service';
import { CopyText } from '../../../components/copy-text';
import { FormSection } from '../../../components/form-section';
import { PageHeader } from '../../../components/page-header';
import { useUnsavedGuard } from '../../../components/resource-form';
import { curlCommand, PASSWORD_PLACEHOLDER } from './curl-command';
import type { Registered } from './register-form';

const LEAVING = {
  title: 'Leave without the key?',
  text: 'The key and a generated password are shown on this page only once. A key can be shown again under Keys, which is audited; a password cannot.',
};

/** The result of a registration: the key and a generated password, shown once, and a command to test them. */
export function RegisteredPage({ registered }: { registered: Registered }) {
  const { id, name, apikey, api_admin, client_type } = registered;
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  useUnsavedGuard(!isDone, LEAVING);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  useEffect(() => {
    if (isDone) void navigate(`/applications/${id}`, { replace: true });
  }, [isDone, navigate, id]);
  return (
    <>
      <PageHeader
        title={`${name} is registered`}
        description="Store these credentials where the application can read them."
      />
      <Stack gap="lg">
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Save these before you leave this page">
          {api_admin.password === undefined
            ? 'The application sends its key with every request.'
            : 'The application sends its key with every request. The password is not stored and cannot be shown again.'}
        </Alert>
        <FormSection
          title="Application key"
          description={
            client_type === 'server'
              ? 'Send it in the apikey header of every request. Keep it secret like a password.'
              : 'Send it in the apikey header of every request. It can be extracted from the application: protect it with the allowed hosts and addresses.'
          }
        >
          <CopyText value={apikey} label="the application key" isBlock />
        </FormSection>
        <FormSection
          title="API admin"
          description={
            api_admin.password === undefined
              ? 'An existing user, who is now an API admin and logs in with their current password.'
              : 'A new user. The password is shown only once.'
          }
        >
          <Stack gap="sm">
            <Labelled label="Username" value={api_admin.username} />
            {api_admin.password !== undefined && <Labelled label="Password" value={api_admin.password} />}
          </Stack>
        </FormSection>
        <TryIt registered={registered} />
        <Group>
          <Button leftSection={<IconCircleCheck size={18} aria-hidden />} onClick={() => setDone(true)}>
            Go to the application
          </Button>
        </Group>
      </Stack>
    </>
  );
}

function Labelled({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <CopyText value={value} label={`the ${label.toLowerCase()}`} />
    </div>
  );
}

/** A command that logs the API admin in with the new key. */
function TryIt({ registered }: { registered: Registered }) {
  const { data: service } = useQuery(serviceQuery);
  const { apikey, api_admin, access, api_version } = registered;
  if (service === undefined) return null;
  const line = curlCommand({
    application: registered,
    apikey,
    username: api_admin.username,
    password: api_admin.password,
    base: `${window.location.origin}${service.api_prefix}/${api_version}`,
  });
  return (
    <FormSection
      title="Try it"
      description={
        <>
          Logs the API admin in with the new key. Paste it into a terminal.
          {api_admin.password === undefined && (
            <>
              {' '}
              Replace <span className="mono">{PASSWORD_PLACEHOLDER}</span> with the password.
            </>
          )}
          {access.ips.allow.length > 0 && ' It only works from an allowed IP address.'}
        </>
      }
    >
      <Title order={3} size="sm" fw={500} mb={4}>
        Command
      </Title>
      <CopyText value={line} label="the command" isBlock />
    </FormSection>
  );
}
